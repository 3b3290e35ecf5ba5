import type pg from 'pg'
import { snakeCase } from '#kernel/model/entity.ts'
import {
  ResidentRelations,
  sealedFields as sealedOfResidents,
} from '#modules/compliance/residentRelations/model/entities.ts'
import { sealedFields, VAWARequest } from '#modules/compliance/vawa/model/entities.ts'

/** Sealed columns have different content each time. */
const SEALED = ['head_of_household', 'income', 'household_number']
/** The sealed columns of the tables that have their own list of them. */
const sealedIn: Readonly<Record<string, readonly string[]>> = {
  [VAWARequest.table]: sealedFields.map(snakeCase),
  [ResidentRelations.table]: sealedOfResidents.map(snakeCase),
}
const getSealedColumns = (table: string) => sealedIn[table] ?? SEALED

/**
 * Returns a digest of the rows of every table. The audit log and the passwords are left out, because they
 * contain times and salts that differ in each load.
 */
export async function digests(client: pg.Client): Promise<Record<string, string>> {
  const tables = await client.query<{ name: string; sealed: boolean }>(
    `select c.relname as name, exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = any ($1)) or c.relname = any ($2) as sealed from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind = 'r' and c.relname !~ '^(audit_log|user_secret|schema_migration)' order by 1`,
    [SEALED, Object.keys(sealedIn)],
  )
  const digestByTable: Record<string, string> = {}
  for (const { name, sealed } of tables.rows) {
    const row = sealed ? `(to_jsonb(t) - '{${getSealedColumns(name).join()}}'::text[])` : 't'
    const digest = await client.query<{ digest: string }>(
      `select count(*) || ' ' || coalesce(sum(hashtextextended(${row}::text, 0)), 0) as digest from "${name}" t`,
    )
    digestByTable[name] = digest.rows[0]?.digest ?? ''
  }
  return digestByTable
}
