import { sql } from 'kysely'

/** A person's name in SQL; null when there is none. */
export const person = (alias: string) =>
  sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
