CREATE TABLE "begin_requests" (
	"attempt" uuid PRIMARY KEY NOT NULL,
	"customer" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"wording" text NOT NULL,
	"language" text NOT NULL,
	"plan" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "begin_requests" ADD CONSTRAINT "begin_requests_customer_billing_customers_id_fk" FOREIGN KEY ("customer") REFERENCES "public"."billing_customers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "begin_requests_customer" ON "begin_requests" USING btree ("customer");