import type { z } from 'zod'
import { storeAccountNames } from '#core/money/chart/server/index.ts'
import type { AnyEntity } from '#kernel/model/entity.ts'
import { type Fault, refuse } from '#kernel/model/refusals.ts'
import type { Statement } from '#kernel/server/database.ts'
import { refuseStaleVersion, updateRow } from '#kernel/server/rows.ts'
import { type AnyContext, type Served, serve } from '#kernel/server/serve.ts'
import type { declareFileCalls } from '../model/index.ts'
import type { ChangedLine } from './figures.ts'

/** The file that figures are imported from, and the place of each account in it. */
export type ImportedFile = {
  file: string
  placesByCode: ReadonlyMap<string, { row: number; sheet?: string }>
  /** The lines of lists by name, and their rows in the file. */
  lists: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>
  places: Readonly<Record<string, readonly number[]>>
}
/** The type of the calls with any columns, because the calls check the columns. */
type FileCalls = ReturnType<typeof declareFileCalls<z.ZodType<unknown, unknown>, never>>
type Row = { version: number; filedCompanyId: number | null }
type SentRow = ChangedLine & { row: number; sheet?: string | null; name?: string | null }

/** The functions of a statement that imports figures from files. */
type FileFunctions<R extends Row, A> = {
  entity: AnyEntity
  /** Returns the locked record if the caller may change it; 409 otherwise. */
  lockOpen: (context: AnyContext, id: number) => Promise<R>
  /** Stores figures with the file as their origin, by `importing`. */
  save: (
    context: AnyContext,
    row: R,
    lines: readonly ChangedLine[],
    imported: ImportedFile,
  ) => Promise<unknown>
  /** Undoes the last import by `takeImportBack`, with everything that followed from it. */
  back: (context: AnyContext, row: R) => Promise<unknown>
  detail: (context: AnyContext, id: number) => Promise<A>
  lead: (checked: object) => Statement | undefined
}

/** Refuses an account that appears twice in a file. */
function refuseDuplicateAccounts(rows: readonly SentRow[]): void {
  const codes = rows.map((row) => row.code)
  const faults = rows.flatMap(({ code, row }, index): Fault[] => {
    const first = rows[codes.indexOf(code)]!
    const message = `Row ${row}: ${code} is already in row ${first.row}.`
    return first === rows[index] ? [] : [{ field: `rows.${index}.code`, message }]
  })
  if (faults.length > 0) refuse.rule('There is a problem', faults)
}

/**
 * Serves the calls of `fileCalls`: an import stores all rows or none, and remembers the account names of
 * the company’s books for the next import. The last import can be undone.
 */
export function serveFileCalls<R extends Row, A>(
  calls: { [C in keyof FileCalls]: unknown },
  { entity, lockOpen, save, back, detail, lead }: FileFunctions<R, A>,
): Served[] {
  const { importFigures, takeImportBack } = calls as FileCalls
  const lock = async (context: AnyContext, id: number, version: number | null | undefined) => {
    const row = await lockOpen(context, id)
    await refuseStaleVersion(context, entity, id, version, row.version)
    return row
  }
  return [
    serve(
      importFigures,
      async (context) => {
        const { id } = context.params
        const { version, fileName: file } = context.body
        const rows = context.body.rows as SentRow[]
        const { lists = {}, places = {} } = context.body as Partial<Pick<ImportedFile, 'lists' | 'places'>>
        const row = await lock(context, id, version)
        refuseDuplicateAccounts(rows)
        const placeByKey = new Map(
          rows.map((row) => [row.code, { row: row.row, ...(row.sheet && { sheet: row.sheet }) }]),
        )
        const lines = rows.map(({ row: _, sheet: __, name: ___, ...line }) => line)
        await save(context, row, lines, { file, placesByCode: placeByKey, lists, places })
        const names = rows.flatMap(({ name, code }) => (name?.trim() ? [{ name, code }] : []))
        if (row.filedCompanyId !== null) await storeAccountNames(context.db, row.filedCompanyId, names)
        await updateRow(context, entity, id, {})
        return detail(context, id)
      },
      lead,
    ),
    serve(
      takeImportBack,
      async (context) => {
        const { id } = context.params
        await back(context, await lock(context, id, context.body?.version))
        await updateRow(context, entity, id, {})
        return detail(context, id)
      },
      lead,
    ),
  ]
}
