# The choice of mail, and the messages.
mail = Mail
mail-none = This service sends no mail.
mail-address = Mail goes to <b>{ $address }</b>, the address in your teacher's list.
mail-no-address = You get no mail: your teacher's list has no address for you. Ask your teacher to add it.
mail-send-me = Send me a mail about
mail-about-refusals = A hand-in was refused
mail-about-deadlines = The deadline is within 24 hours, and no version was accepted
mail-about-results = Results were released
mail-about-replies = Staff replied to a question of mine
mail-about-links = Personal links
mail-about-tests = Tests
mail-off = Your teacher has switched off: { $kinds }.
mail-links = Personal links are mailed when your teacher sends them.
save = Save

message-hello = Hello { $name },
message-open = Open { $class }
message-test = This is a test. { $class } can send mail to this address.
message-test-subject = Test
message-link = This link signs you in to { $class } as { $name }. Keep it private. It replaces any earlier link.
message-link-subject = Your personal link
message-results = Results of { $class } were released.
message-results-open = See the results
message-results-subject = Results were released
message-deadline = { $members ->
    [one] The deadline is { $due } ({ $zone }), and you have no accepted version yet.
   *[other] The deadline is { $due } ({ $zone }), and your team has no accepted version yet.
}
message-deadline-subject = The deadline is within 24 hours
message-announcement-subject = Announcement: { $first }
message-not-taken = Files of yours from the course system were not taken: { $files }.
message-not-taken-subject = Your files were not taken
message-refused = Your submission { $number } ({ $file }) was refused and will not play.
message-refused-open = Open submission { $number }
message-refused-subject = A hand-in was refused
message-refused-number-subject = Submission { $number } was refused
message-others-accepted = Your earlier accepted versions are not affected.
message-none-accepted = You have no accepted version yet.
message-why = You get this mail as a student of { $class }.
message-choose = Choose which mails you get
