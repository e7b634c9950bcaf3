-- A mail that still waits to be sent is known by its name of now.
UPDATE "mails" SET "kind" = 'pro-canceled' WHERE "kind" = 'pro-cancelled';
