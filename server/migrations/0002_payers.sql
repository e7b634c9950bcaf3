CREATE TABLE "first_payments" (
	"key" text PRIMARY KEY NOT NULL,
	"paid_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "billing_customers_anonymous";--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "payer_key" text;--> statement-breakpoint
-- The oldest row of an account goes on being the one it pays by; more of them were a mistake.
UPDATE "billing_customers" AS "one" SET "payer_key" = CASE WHEN "user_id" IS NOT NULL AND "id" = (
	SELECT "id" FROM "billing_customers" AS "own"
	WHERE "own"."user_id" = "one"."user_id" AND "own"."provider" = "one"."provider"
	ORDER BY "created_at", "id" LIMIT 1
) THEN 'account:' || "user_id" ELSE 'row:' || "id" END;--> statement-breakpoint
ALTER TABLE "billing_customers" ALTER COLUMN "payer_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD COLUMN "was_mailed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments" ADD COLUMN "card_fingerprint" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "double_of" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "given_back_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "credentials_changed_at" timestamp with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_payer" ON "billing_customers" USING btree ("provider","payer_key");--> statement-breakpoint
CREATE INDEX "billing_customers_email" ON "billing_customers" USING btree ("email");