-- A record as version 0.2.0 of the program wrote it: a class, two students, two hand-ins, and one student forgotten.
BEGIN TRANSACTION;
CREATE TABLE event (
    number INTEGER PRIMARY KEY,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    body TEXT,
    salt BLOB,
    content BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
INSERT INTO "event" VALUES(1,1795501280145,'adopted','{"kind":"adopted","text":"[class]\nname = \"C\"\ngame = \"tank-war\"\nzone = \"Europe/Berlin\"\ndeadline = \"2099-12-01 23:59\"\n\n# Days after the deadline that everybody may use.\n# late_days = 2\n\n# A section with a deadline of its own.\n# [section.A]\n# deadline = \"2099-12-01 23:59\"\n\n# How often each student or team may hand in.\n# [quota]\n# per_day = 10\n# per_hour = 3\n# interval = \"5m\"\n\n# What a version is to show; `muster class work` plays the games.\n# [[requirement]]\n# name = \"better than dice\"\n# against = \"builtin:random\"\n# percent = 60\n# games = 200\n\n# When a version fails in too many of its matches.\n# [failing]\n# percent = 10\n# pause = false\n\n# Friendly games on request, which count for nothing.\n# [scrimmage]\n# per_day = 5\n# games = 20\n# opponents = [\"builtin:random\"]\n"}',X'900979242D64639A92124D183C671471',X'99905FC8508EC217E7525E2BB7F998CF9AD2C0574888E5A9C857121A428311E6',X'6AA7051D06CB0DE4DE45FAD79416D4318E262156D77CF9760B3DA61504974F90');
INSERT INTO "event" VALUES(2,1795501280246,'enrolled','{"kind":"enrolled","id":"4711","name":"Jane Doe","email":null,"alias":"Ada","section":null,"team":null}',X'B6D29EBA4C1DE1DF08610879A858C2A3',X'1F4BA11BBC0FA4C737EEA29F73A5D6EC4C4A56F5EE4DE6B3330BC29E8E66940E',X'70B0F20EB21ED4A543C1025517A9CA03952561FFACF3F1EF0BFCA7AB37E53A3B');
INSERT INTO "event" VALUES(3,1795501280246,'enrolled',NULL,NULL,X'EE3CB37EA28F4950770AE2BC5DCCCCCE8DC4545DF9D9ED9EC38F0714ADE48569',X'7A49DB3CDD50597617114BFF99DC5CFE57DEB4026EB2CBE9C2EF7F8C31D16FF3');
INSERT INTO "event" VALUES(4,1795501280798,'submitted','{"kind":"submitted","by":"4711","team":null,"received":1795501280327,"stated":false,"file":"planner.wasm","handed_in":"e76f3cb6b271404a617d458402fe03972bfcef5090a80122bab72a23583e001b","archive":null,"door":{"said":"accepted","module":"e76f3cb6b271404a617d458402fe03972bfcef5090a80122bab72a23583e001b"}}',X'48007FBCC194B4C7A509386B7B5777A4',X'B472ADA392D1064B1A1ADE750F14733CAC3F1F423291FB7B51CE1E17F4957770',X'F270A97F5481E356B693BCC3DBD706800C66F67215068BE4E1448DCA2801FFEE');
INSERT INTO "event" VALUES(5,1795501280904,'submitted',NULL,NULL,X'B7BED268F6147693D4EA2F85F5C41D0B0397D344536D9CCEBC161C03E3DD9A61',X'50FC379AD22EA266C709D861568F9392E0A4BAE2BFB44A9150A92F64DCDEBCBB');
INSERT INTO "event" VALUES(6,1795501280998,'announced','{"kind":"announced","text":"hello"}',X'7CAC8E7BA41F007A717A7C6497F99855',X'56EBE033EF7CC4D51AB36828DF8343B8D56F2BE0C93CBEE3427EE4ABB959F179',X'C27AFA797F6E780D5C792ABC0252458C5179F68E9BCE8A041F312BB3FA3FC733');
INSERT INTO "event" VALUES(7,1795501281064,'extended','{"kind":"extended","student":"4711","until":4100453940000,"reason":"was ill"}',X'AF988106CE1A8E3CF78EB3DCC03134C7',X'01F842D68A8C0B1011DB88CA827F653B0E24AC127D69A691262ECD7619EDD1E2',X'E4D13B6B4AA7CA90B3D554B734FDD7F9852E9A3418D9A892CC08C9262F7C6CA1');
INSERT INTO "event" VALUES(8,1795501281162,'forgotten','{"kind":"forgotten","events":[3,5],"submissions":[{"submission":2,"files":["e76f3cb6b271404a617d458402fe03972bfcef5090a80122bab72a23583e001b","e76f3cb6b271404a617d458402fe03972bfcef5090a80122bab72a23583e001b"],"of_team":null}],"files":[]}',X'5A753153AD78352476CC6B8596855CAA',X'2D873B8487ECC11D4F66563E6B24F6A7E43E5F77074AAF44FF07DCE06D2913CA',X'CA55AC9390F4A7E5D936F949DC7BD1BDA86AE399CE78732F71ECC6595F8114A4');
CREATE VIEW student AS
    SELECT body ->> 'id' AS id, body ->> 'name' AS name, body ->> 'email' AS email, body ->> 'alias' AS alias,
           body ->> 'section' AS section, body ->> 'team' AS team
    FROM event
    WHERE number IN (SELECT max(number) FROM event WHERE kind = 'enrolled' AND body IS NOT NULL GROUP BY body ->> 'id');
CREATE VIEW submission AS
    SELECT row_number() OVER (ORDER BY number) AS number, body ->> 'by' AS student, body ->> 'team' AS team,
           datetime((body ->> 'received') / 1000, 'unixepoch') AS received, body ->> 'file' AS file,
           body ->> '$.door.said' AS door, body ->> '$.door.module' AS module
    FROM event
    WHERE kind = 'submitted';
COMMIT;
PRAGMA user_version = 1;
