import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { clientEnvironment } from './postgres-tools.ts';

describe('the environment of the client programs', () => {
  for (const url of [
    'postgres://ada:s3%40cret@db.example:5433/shop',
    'postgresql://ada@db.example/shop',
    'postgresql:///shop?host=/var/run/postgresql&port=5433&user=ada&password=s3%40cret',
    'postgres://%2Fvar%2Frun%2Fpostgresql/shop?sslmode=disable',
    'postgres://bob:old@db.example:5432/shop?host=other.example&port=6000&user=ada&password=new',
    'postgres:///shop',
  ]) {
    it(`leads to the database of the driver: ${url}`, () => {
      const { host, port, user = '', password, database } = new Client({ connectionString: url });
      const variables = clientEnvironment(url);
      assert.equal(variables['PGHOST'], host);
      assert.equal(Number(variables['PGPORT'] ?? process.env['PGPORT'] ?? 5432), port);
      // Without one, both take the name of the user of the system.
      if (variables['PGUSER'] !== undefined) assert.equal(variables['PGUSER'], user);
      assert.equal(variables['PGPASSWORD'] ?? process.env['PGPASSWORD'], password ?? undefined);
      assert.equal(variables['PGDATABASE'], database);
    });
  }
});
