import { setTimeout } from 'node:timers/promises';
import { type BillingFixture, createBillingFixture } from './billing-fixture.ts';
import { createTestServer, type TestServer } from './test-server.ts';

/** A server that bills by the fixture's provider, where requests at the same moment really wait for each other. */
export async function createBillingServer(): Promise<{
  server: TestServer;
  fixture: BillingFixture;
}> {
  let fixture: BillingFixture | undefined;
  const server = await createTestServer({
    createBilling: async (db) => {
      fixture = await createBillingFixture(db);
      fixture.billing.sleep = (milliseconds) => setTimeout(milliseconds);
      return fixture.billing;
    },
  });
  if (!fixture) throw new Error('the server was made without billing');
  return { server, fixture };
}
