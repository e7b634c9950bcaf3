CREATE TABLE "billing_customers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"provider" text NOT NULL,
	"customer_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"synced_at" timestamp with time zone,
	"lock_token" uuid,
	"locked_until" timestamp with time zone,
	"welcomed_at" timestamp with time zone,
	"warned_period" timestamp with time zone,
	CONSTRAINT "billing_customers_customer_id_unique" UNIQUE("customer_id")
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payment_sessions" (
	"hash" text PRIMARY KEY NOT NULL,
	"attempt" uuid NOT NULL,
	"customer" uuid NOT NULL,
	"plan" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"external_id" text PRIMARY KEY NOT NULL,
	"customer" uuid NOT NULL,
	"subscription_id" text,
	"amount" integer NOT NULL,
	"tax" integer NOT NULL,
	"refunded" integer NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"receipt_url" text
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "attempt" uuid;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_sessions" ADD CONSTRAINT "payment_sessions_customer_billing_customers_id_fk" FOREIGN KEY ("customer") REFERENCES "public"."billing_customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_customer_billing_customers_id_fk" FOREIGN KEY ("customer") REFERENCES "public"."billing_customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "billing_customers_anonymous" ON "billing_customers" USING btree ("provider","email") WHERE user_id is null;--> statement-breakpoint
CREATE INDEX "billing_customers_user" ON "billing_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_events_time" ON "billing_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "payment_sessions_customer" ON "payment_sessions" USING btree ("customer");--> statement-breakpoint
CREATE INDEX "payments_customer" ON "payments" USING btree ("customer","created_at");