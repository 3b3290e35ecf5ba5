import { sql } from 'kysely'

/** SQL for the full name of the user in this table alias; null without a name. */
export const person = (alias: string) =>
  sql`nullif(trim(${sql.ref(`${alias}.first_name`)} || ' ' || ${sql.ref(`${alias}.last_name`)}), '')`
