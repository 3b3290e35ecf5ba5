import type pg from 'pg'
import { applicationRole } from './role.ts'

/**
 * The current privileges of the role of requests, including defaults for future tables; objects as GRANT
 * names them.
 */
const presentGrants = (): string => `
  select kind, object, privilege_type as privilege from (
    select 'schema' as kind, quote_ident(nspname) as object, nspacl as acl from pg_namespace
    union all
    select case relkind when 'S' then 'sequence' else 'table' end, format('%I.%I', nspname, relname), relacl
      from pg_class c join pg_namespace n on n.oid = c.relnamespace where relkind in ('r', 'p', 'v', 'm', 'S')
    union all
    select 'column', format('%I.%I.%I', nspname, relname, attname), attacl
      from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      where attacl is not null and not attisdropped
    union all
    select 'function', format('%I.%I(%s)', nspname, proname, pg_get_function_identity_arguments(p.oid)), proacl
      from pg_proc p join pg_namespace n on n.oid = p.pronamespace where prokind = 'f' and proacl is not null
    union all
    select case defaclobjtype when 'S' then 'future sequences' else 'future tables' end, quote_ident(nspname), defaclacl
      from pg_default_acl d join pg_namespace n on n.oid = d.defaclnamespace where defaclobjtype in ('r', 'S')
  ) as listed cross join lateral aclexplode(acl) as granted
  where granted.grantee = (select oid from pg_roles where rolname = '${applicationRole()}')`

const NOTED = 'select kind, object, privilege from kernel.request_grant'

type Grant = { kind: string; object: string; privilege: string }

function grantText({ kind, object, privilege }: Grant): string {
  const role = applicationRole()
  if (kind.startsWith('future ')) {
    const future = kind.slice('future '.length)
    return `alter default privileges in schema ${object} grant ${privilege} on ${future} to ${role}`
  }
  const [, table, column] = /^(.*)\.(.*)$/.exec(object) ?? []
  if (kind === 'column') return `grant ${privilege} (${column}) on table ${table} to ${role}`
  return `grant ${privilege} on ${kind} ${object} to ${role}`
}

/** Grants missing privileges that were noted. Needs the owner's connection, and the role. */
export async function repeatGrants(client: pg.Client): Promise<void> {
  const result = await client.query(`select to_regclass('kernel.request_grant') as noted`)
  if (!result.rows[0].noted) return
  const missing = await client.query<Grant>(`${NOTED} except ${presentGrants()}`)
  await client.query(missing.rows.map(grantText).join(';'))
}

/** Notes the privileges of the role, after migrations have changed them. */
export async function noteGrants(client: pg.Client): Promise<void> {
  await client.query(
    `begin; delete from kernel.request_grant; insert into kernel.request_grant ${presentGrants()}; commit`,
  )
}
