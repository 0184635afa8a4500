/* Just enough of the headers that small games in C include to compile them: a file for each line that names one. */

//// stdio.h
#pragma once
#include <stdarg.h>
#include <stddef.h>
typedef struct FILE FILE;
extern FILE *stdin, *stdout, *stderr;
#define EOF (-1)
#define _IONBF 2
int printf(const char *, ...);
int fprintf(FILE *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int scanf(const char *, ...);
int fscanf(FILE *, const char *, ...);
int sscanf(const char *, const char *, ...);
int puts(const char *);
int fputs(const char *, FILE *);
int putchar(int);
int putc(int, FILE *);
int fputc(int, FILE *);
int getchar(void);
int getc(FILE *);
int fgetc(FILE *);
char *gets(char *);
char *fgets(char *, int, FILE *);
ptrdiff_t getline(char **, size_t *, FILE *);
FILE *fopen(const char *, const char *);
int fclose(FILE *);
int fflush(FILE *);
size_t fread(void *, size_t, size_t, FILE *);
size_t fwrite(const void *, size_t, size_t, FILE *);
int setvbuf(FILE *, char *, int, size_t);
int remove(const char *);

//// stdlib.h
#pragma once
#include <stddef.h>
#include <sys/types.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 0x7fffffff
int rand(void);
void srand(unsigned);
long random(void);
void *malloc(size_t);
void *calloc(size_t, size_t);
void free(void *);
_Noreturn void exit(int);
_Noreturn void abort(void);
int atexit(void (*)(void));
int system(const char *);
char *getenv(const char *);
int atoi(const char *);
long strtol(const char *, char **, int);
unsigned long strtoul(const char *, char **, int);
int abs(int);

//// string.h
#pragma once
#include <stddef.h>
void *memcpy(void *, const void *, size_t);
void *memset(void *, int, size_t);
size_t strlen(const char *);
char *strcpy(char *, const char *);
char *strncpy(char *, const char *, size_t);
char *strcat(char *, const char *);
int strcmp(const char *, const char *);
int strncmp(const char *, const char *, size_t);
char *strchr(const char *, int);
char *strtok(char *, const char *);

//// ctype.h
#pragma once
int isdigit(int);
int isspace(int);
int toupper(int);
int tolower(int);

//// math.h
#pragma once
double pow(double, double);
double floor(double);
double round(double);
double log2(double);

//// time.h
#pragma once
#include <stddef.h>
typedef long long time_t;
typedef long clock_t;
struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; };
#define CLOCKS_PER_SEC 1000000
time_t time(time_t *);
clock_t clock(void);
double difftime(time_t, time_t);
struct tm *localtime(const time_t *);
int nanosleep(const struct timespec *, struct timespec *);

//// unistd.h
#pragma once
#include <sys/types.h>
#define STDIN_FILENO 0
unsigned sleep(unsigned);
int usleep(unsigned);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
int isatty(int);
int getopt(int, char *const[], const char *);
extern char *optarg;
extern int optind, opterr, optopt;

//// assert.h
#pragma once
_Noreturn void abort(void);
#define assert(is) ((is) ? (void)0 : abort())

//// errno.h
#pragma once
extern int errno;

//// signal.h
#pragma once
typedef void (*sighandler_t)(int);
#define SIGINT 2
#define SIGTERM 15
sighandler_t signal(int, sighandler_t);

//// fcntl.h
#pragma once
#define O_RDONLY 0
int open(const char *, int, ...);
int fcntl(int, int, ...);

//// termios.h
#pragma once
struct termios { unsigned c_iflag, c_oflag, c_cflag, c_lflag; unsigned char c_cc[32]; };
#define ICANON 2
#define ECHO 8
#define TCSANOW 0
#define TCSAFLUSH 2
#define VTIME 5
#define VMIN 6
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);

//// termio.h
#include <termios.h>

//// sys/ioctl.h
#pragma once
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
int ioctl(int, unsigned long, ...);

//// sys/types.h
#pragma once
#include <stddef.h>
#include <stdint.h>
typedef uint8_t u_int8_t;
typedef int pid_t;
typedef ptrdiff_t ssize_t;

//// inttypes.h
#pragma once
#include <stdint.h>

//// sys/stat.h
#pragma once
struct stat { long st_size; unsigned st_mode; };
int stat(const char *, struct stat *);

//// sys/time.h
#pragma once
#include <time.h>
typedef long suseconds_t;
struct timeval { time_t tv_sec; long tv_usec; };
int gettimeofday(struct timeval *, void *);

//// conio.h
#pragma once
int getch(void);
int _getch(void);
int kbhit(void);
int _kbhit(void);
void clrscr(void);
void gotoxy(int, int);

//// dos.h
#pragma once
void delay(unsigned);

//// windows.h
#pragma once
#include <stddef.h>
typedef void *HANDLE, *HWND;
typedef int BOOL;
typedef unsigned long DWORD;
typedef unsigned short WORD;
typedef short SHORT;
typedef struct { short X, Y; } COORD;
typedef struct { short Left, Top, Right, Bottom; } SMALL_RECT;
typedef struct { DWORD dwSize; BOOL bVisible; } CONSOLE_CURSOR_INFO;
typedef struct {
    COORD dwSize, dwCursorPosition;
    WORD wAttributes;
    SMALL_RECT srWindow;
    COORD dwMaximumWindowSize;
} CONSOLE_SCREEN_BUFFER_INFO;
#define TRUE 1
#define FALSE 0
#define STD_OUTPUT_HANDLE ((DWORD)-11)
#define VK_LEFT 37
#define VK_UP 38
#define VK_RIGHT 39
#define VK_DOWN 40
#define VK_RETURN 13
HANDLE GetStdHandle(DWORD);
BOOL SetConsoleCursorPosition(HANDLE, COORD);
BOOL SetConsoleTextAttribute(HANDLE, WORD);
BOOL SetConsoleCursorInfo(HANDLE, const CONSOLE_CURSOR_INFO *);
BOOL GetConsoleScreenBufferInfo(HANDLE, CONSOLE_SCREEN_BUFFER_INFO *);
BOOL SetConsoleTitle(const char *);
SHORT GetAsyncKeyState(int);
DWORD GetTickCount(void);
void Sleep(DWORD);

//// Windows.h
#include <windows.h>

//// curses.h
#pragma once
#include <stdbool.h>
#include <stdio.h>
typedef struct WINDOW WINDOW;
typedef unsigned chtype;
extern WINDOW *stdscr;
extern int LINES, COLS;
#define TRUE 1
#define FALSE 0
#define ERR (-1)
#define KEY_DOWN 258
#define KEY_UP 259
#define KEY_LEFT 260
#define KEY_RIGHT 261
#define KEY_ENTER 343
#define KEY_BACKSPACE 263
#define COLOR_BLACK 0
#define COLOR_RED 1
#define COLOR_GREEN 2
#define COLOR_YELLOW 3
#define COLOR_BLUE 4
#define COLOR_MAGENTA 5
#define COLOR_CYAN 6
#define COLOR_WHITE 7
#define COLOR_PAIR(pair) ((pair) << 8)
#define A_BOLD (1 << 21)
#define A_STANDOUT (1 << 16)
#define ACS_CKBOARD 'a'
#define ACS_DIAMOND '`'
#define ACS_ULCORNER 'l'
#define ACS_URCORNER 'k'
#define ACS_LLCORNER 'm'
#define ACS_LRCORNER 'j'
#define getmaxyx(window, y, x) ((y) = getmaxy(window), (x) = getmaxx(window))
#define getyx(window, y, x) ((y) = getcury(window), (x) = getcurx(window))
int getmaxy(WINDOW *);
int getmaxx(WINDOW *);
int getcury(WINDOW *);
int getcurx(WINDOW *);
WINDOW *initscr(void);
WINDOW *newwin(int, int, int, int);
int delwin(WINDOW *);
int endwin(void);
int cbreak(void);
int raw(void);
int noecho(void);
int echo(void);
int curs_set(int);
int keypad(WINDOW *, int);
int nodelay(WINDOW *, int);
void timeout(int);
int halfdelay(int);
int start_color(void);
int init_pair(int, int, int);
int attron(int);
int attroff(int);
int wattron(WINDOW *, int);
int wattroff(WINDOW *, int);
int bkgd(chtype);
int getch(void);
int wgetch(WINDOW *);
int flushinp(void);
int move(int, int);
int wmove(WINDOW *, int, int);
int addch(chtype);
int mvaddch(int, int, chtype);
int mvwaddch(WINDOW *, int, int, chtype);
int printw(const char *, ...);
int mvprintw(int, int, const char *, ...);
int wprintw(WINDOW *, const char *, ...);
int mvwprintw(WINDOW *, int, int, const char *, ...);
int refresh(void);
int wrefresh(WINDOW *);
int clear(void);
int wclear(WINDOW *);
int clrtoeol(void);
int box(WINDOW *, chtype, chtype);
int border(chtype, chtype, chtype, chtype, chtype, chtype, chtype, chtype);
int mvhline(int, int, chtype, int);
int mvvline(int, int, chtype, int);

//// ncurses.h
#include <curses.h>
