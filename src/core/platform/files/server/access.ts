import { type RawBuilder, sql } from 'kysely'
import { isAgency } from '#kernel/model/access.ts'
import type { Row } from '#kernel/model/entity.ts'
import { refuse } from '#kernel/model/refusals.ts'
import { narrow } from '#kernel/server/narrow.ts'
import { lockRow } from '#kernel/server/rows.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { type FileDetails, type FileInfo, StoredFile } from '../model/entities.ts'
import { type FileModule, getFileModule, getFileModules } from './modules.ts'
import { fileColumns, fileTables, isListed } from './store.ts'

type FileRow = Row<typeof StoredFile>

/** Asks the guard of the file's module whether the file may be changed, which refuses if not. */
export async function checkGuard(
  context: AnyContext,
  file: FileDetails & { fileId: number | null },
): Promise<void> {
  await getFileModule(file.moduleName)?.guard?.(context, file)
}

/**
 * SQL: the files that match the condition and that the caller may see, newest first. Row-level security
 * shows files of every property with which the caller has any connection; each also requires the permission
 * of its module there. At a former property of the caller's company, files are visible with the filed
 * record they belong to.
 */
export function getVisibleFilesSql(
  context: AnyContext,
  condition: RawBuilder<boolean>,
  modules: readonly FileModule[] = getFileModules(),
): RawBuilder<FileInfo> {
  const open = modules.filter((module) => !module.agencyOnly || isAgency(context.actor))
  // If a company may not see a record, such as another company's draft at a property it runs now, it may
  // not see the files of the record either.
  const records = isAgency(context.actor)
    ? []
    : open.flatMap(({ name, record }) => (record ? [{ name, ...record }] : []))
  const recordConditions = records.map(
    ({ name, table, key }) => sql`(f.module_name <> ${name} or exists (select 1 from ${sql.table(table)} r
      where r.${sql.ref(key)} = f.module_id))`,
  )
  return sql<FileInfo>`with readable as materialized (
      select m.name, m.of_company, m.of_record, kernel.scope(${context.actor.userId}, m.key,
      'read') as properties
      from unnest(${open.map((fileModule) => fileModule.name)}::text[],
      ${open.map((fileModule) => fileModule.key)}::text[],
        ${open.map((fileModule) => fileModule.ofCompany === true)}::boolean[],
        ${open.map((fileModule) => fileModule.record !== undefined)}::boolean[])
        as m(name, key, of_company, of_record))
    select ${fileColumns} from ${fileTables} join readable on readable.name = f.module_name
    where (readable.of_company or readable.properties is null or f.property_id = any (readable.properties)
      or (readable.of_record and f.property_id = any ((select kernel.left_properties())::integer[])))
      and ${sql.join([isListed, condition, ...recordConditions], sql` and `)}
    order by f.file_id desc limit 1000`
}

/** Loads the files that match the condition and that the caller may read, newest first, in one statement. */
export async function loadVisibleFiles(
  context: AnyContext,
  condition: RawBuilder<boolean>,
  modules?: readonly FileModule[],
): Promise<FileInfo[]> {
  const result = await getVisibleFilesSql(context, condition, modules).execute(context.db)
  return result.rows
}

/** Loads one file that the caller may read. Refuses with 404 for any other. */
export async function loadVisibleFile(context: AnyContext, fileId: number): Promise<FileInfo> {
  const [file] = await loadVisibleFiles(context, sql<boolean>`f.file_id = ${fileId}`)
  return file ?? refuse.notFound('This file')
}

/**
 * Finds the module that a file should belong to. Refuses with 400 for an unknown name, with 403 for a
 * company at a module that only the agency uses.
 */
export function requireFileModule(context: AnyContext, name: string | null | undefined): FileModule {
  const fileModule = getFileModule(name ?? '')
  if (!fileModule)
    return refuse.invalid([{ field: 'moduleName', message: 'Module: choose one that keeps files.' }])
  if (fileModule.agencyOnly && !isAgency(context.actor)) refuse.forbidden()
  return fileModule
}

/**
 * Locks a file to be replaced or removed. It must be visible (404), writable (403), the present version
 * (409), and its module must not refuse. Returns the row, and the context narrowed to the module's
 * permission.
 */
export async function lockFileToChange(
  context: AnyContext,
  fileId: number,
): Promise<{ narrowed: AnyContext; file: FileRow }> {
  const { moduleName } = await loadVisibleFile(context, fileId)
  const narrowed = await narrow(context, requireFileModule(context, moduleName).key, true)
  const file = await lockRow(narrowed, StoredFile, fileId)
  if (file.replacedById !== null)
    refuse.conflict('A newer version has replaced this file. Load the list again.')
  await checkGuard(narrowed, file)
  return { narrowed, file }
}
