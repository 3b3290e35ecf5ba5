import type pg from 'pg'
import {
  ResidentRelations,
  sealedFields as sealedOfResidents,
} from '#features/compliance/residentRelations/model/entities.ts'
import { sealedFields, VAWARequest } from '#features/compliance/vawa/model/entities.ts'
import { snakeCase } from '#kernel/model/entity.ts'

/** Columns with encrypted data, which have different bytes in each load. The digests leave them out. */
const ENCRYPTED_COLUMNS = ['head_of_household', 'income', 'household_number']
/** The encrypted columns of tables that have their own list of them. */
const encryptedColumnsByTable: Readonly<Record<string, readonly string[]>> = {
  [VAWARequest.table]: sealedFields.map(snakeCase),
  [ResidentRelations.table]: sealedOfResidents.map(snakeCase),
}
const getEncryptedColumns = (table: string) => encryptedColumnsByTable[table] ?? ENCRYPTED_COLUMNS

/**
 * Returns a digest of the rows of every table, by table name. The audit log and the passwords are left out,
 * because they contain times and salts that differ in each load.
 */
export async function computeDigests(client: pg.Client): Promise<Record<string, string>> {
  const tables = await client.query<{ name: string; sealed: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = any ($1)) or c.relname = any ($2) as sealed from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname !~ '^(audit_log|user_secret|schema_migration)' order by 1`,
    [ENCRYPTED_COLUMNS, Object.keys(encryptedColumnsByTable)],
  )
  const digestByTable: Record<string, string> = {}
  for (const { name, sealed } of tables.rows) {
    const row = sealed ? `(to_jsonb(t) - '{${getEncryptedColumns(name).join()}}'::text[])` : 't'
    const digest = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}::text, 0)), 0) as digest from "${name}" t`,
    )
    digestByTable[name] = digest.rows[0]?.digest ?? ''
  }
  return digestByTable
}
