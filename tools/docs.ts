import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import {
  printAccess,
  printOpenApi,
  printRules,
  printSchema,
  printScreens,
  printWorkflows,
  type TableFacts,
  type TotalFacts,
} from '#app/documents.ts'
import { calls, flows, modules } from '#app/registry.ts'
import { screens } from '#app/screens.ts'
import { migrate } from '#kernel/server/postgres/migrate.ts'
import { makeQuantitiesDocument, placedQuantities } from '#tests/equality/table.ts'
import { startPostgres } from '#tools/postgres/launcher.ts'

// node tools/docs.ts [--check]: writes docs/generated from the declarations and the migrated schema. With
// --check it writes nothing, names the stale documents, and its exit code is 1 if there are any.

const root = join(import.meta.dirname, '..')
const folder = join(root, 'docs', 'generated')

/** SQL for the tables of the product. Partitions are left out, because their names change each month. */
const TABLES = `
  select c.relname as name,
    (select json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
        'nullable', not a.attnotnull,
        'default', case when a.attidentity = '' then pg_get_expr(d.adbin, d.adrelid) else 'identity' end) order by a.attnum)
      from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
    (select coalesce(json_agg(pg_get_constraintdef(k.oid) order by k.contype <> 'p', k.contype, pg_get_constraintdef(k.oid)), '[]')
      from pg_constraint k where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c')) as constraints,
    case when c.relrowsecurity then (select json_agg(p.policyname || ' (' || lower(p.cmd) || ')' order by p.policyname)
      from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname) end as policies,
    exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit') as audited
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`

const TOTALS =
  'select code, name, formula, section from chart_account where formula is not null order by position, code'

/** Migrates a temporary database and describes its tables and the totals of its chart of accounts. */
async function describeSchema(): Promise<{ tables: TableFacts[]; totals: TotalFacts[] }> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'rooftree-docs-'))
  try {
    const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }
    const running = await startPostgres({ dataDirectory, settings })
    try {
      await migrate(running.connectionString, join(root, 'migrations'))
      const client = new pg.Client({ connectionString: running.connectionString })
      await client.connect()
      const tables = (await client.query<TableFacts>(TABLES)).rows
      const totals = (await client.query<TotalFacts>(TOTALS)).rows
      await client.end()
      return { tables, totals }
    } finally {
      await running.stop()
    }
  } finally {
    await rm(dataDirectory, { recursive: true, force: true })
  }
}

const readDocument = (name: string): Promise<string | null> =>
  readFile(join(folder, name), 'utf8').catch(() => null)

const { tables, totals } = await describeSchema()
const documents: Record<string, string> = {
  'openapi.json': printOpenApi(calls),
  'screens.json': printScreens(screens),
  'access.md': printAccess(calls),
  'workflows.md': printWorkflows(flows),
  'rules.md': printRules(
    modules.flatMap((module) => module.computationRules ?? []),
    totals,
  ),
  'schema.md': printSchema(tables),
  'quantities.md': makeQuantitiesDocument(placedQuantities),
}
const stale: string[] = []
for (const [name, text] of Object.entries(documents))
  if ((await readDocument(name)) !== text) stale.push(name)

if (process.argv.includes('--check')) {
  for (const name of stale) console.error(`docs/generated/${name} is stale: run npm run docs`)
  process.exitCode = stale.length > 0 ? 1 : 0
} else {
  await mkdir(folder, { recursive: true })
  for (const name of stale) await writeFile(join(folder, name), documents[name]!)
  console.log(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Everything is fresh.')
}
