import { defineConfig } from 'drizzle-kit';

// After a change of the schema: npm run migration -w server
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/database/schema.ts',
  out: './migrations',
});
