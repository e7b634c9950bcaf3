import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKind } from '../testing/test-database.ts';
import { createTestServer, type TestServer } from '../testing/test-server.ts';
import { reconcile } from './billing/reconcile.ts';

let server: TestServer;

describe.skipIf(databaseKind === 'missing')(`the log (${databaseKind})`, () => {
  beforeAll(async () => {
    server = await createTestServer({ ownDatabase: true });
  });
  afterAll(() => server.close());

  test('has no address of a payer whose mail could not be stored', async () => {
    await server.pay('payer@example.com');
    await server.db.execute(sql`alter table mails rename to lost_mails`);
    expect(await reconcile(server.billing, 0)).toMatchObject({ failed: 1 });
    expect(server.logged()).toContain('looking again at a customer failed');
    expect(server.logged()).toContain('relation \\"mails\\" does not exist');
    expect(server.logged()).not.toContain('payer@example.com');
  });
});
