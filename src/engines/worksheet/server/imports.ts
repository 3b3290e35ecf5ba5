import { sql } from 'kysely'
import { plural } from '#kernel/model/formats.ts'
import { refuse } from '#kernel/model/refusals.ts'
import type { AnyContext } from '#kernel/server/serve.ts'
import { writeHistory } from '#kernel/server/workflow.ts'
import type { FigureEntity, FigureLine } from '../model/index.ts'
import { type FiguresRecord, type SaveFiguresInput, writeFigures } from './figures.ts'
import type { ImportedFile } from './files.ts'

/**
 * A draft into which figures are imported: locked, with the version before the import, and the name of its
 * history.
 */
export type ImportTarget = FiguresRecord & { version: number; statusId: number; history: string }
type PreviousValues = { lines: readonly FigureLine[]; also?: unknown }

/** SQL: the import that can be undone, as `lastImport` of `model`; null once anything was changed since. */
export const lastImportSql = (entity: FigureEntity, recordId: number, version: number) => sql`
  select jsonb_build_object('file', i.file, 'rows', i.rows, 'at', i.at) from figure_import i
  where i.lines = ${entity.name} and i.record_id = ${recordId} and i.version = ${version}`

const noteInHistory = (
  context: AnyContext,
  { id, propertyId, statusId, history }: ImportTarget,
  action: string,
  text: string,
) => writeHistory(context, history, id, propertyId, null, statusId, action, text)

const describeRows = (file: string, rows: number) => `${plural(rows, 'row', 'rows')} of ${file}`

/**
 * Returns the options with which `saveFigures` stores an import. The origin of each figure is its place in
 * the file. The previous values are stored, so that the import can be undone as one step until the next
 * change of the record, and a history entry is added. The import must raise the version by one. `also` has
 * the previous values of other parts of the record that the import changes. Adds two statements.
 */
export const createImportOptions = (
  context: AnyContext,
  entity: FigureEntity,
  record: ImportTarget,
  { file, placesByCode: placeByKey, lists }: ImportedFile,
  also?: unknown,
): Required<Pick<SaveFiguresInput<FigureLine>, 'from' | 'before'>> => ({
  from: (code) => ({ file, ...placeByKey.get(code) }),
  before: async (lines) => {
    const { id, propertyId, version } = record
    const importedAt = context.services.now().toISOString()
    const before = JSON.stringify({ lines, also } satisfies PreviousValues)
    const rows = placeByKey.size + Object.values(lists).reduce((sum, lines) => sum + lines.length, 0)
    await sql`insert into figure_import as i (lines, record_id, property_id, version, file, rows, at, before)
      values (${entity.name}, ${id}, ${propertyId}, ${version + 1}, ${file}, ${rows}, ${importedAt},
      ${before}::jsonb)
      on conflict (lines, record_id) do update set version = excluded.version, file = excluded.file,
      rows = excluded.rows,
        at = excluded.at, before = excluded.before`.execute(context.db)
    await noteInHistory(context, record, 'Figures imported', describeRows(file, rows))
  },
})

/**
 * Undoes the last import: restores every figure, note and origin, in three statements. Returns the lines as
 * stored afterward, and the previous values of the other parts. 409 if there is no import, or anything was
 * changed since.
 */
export async function undoImport<L extends Pick<FigureLine, 'code'>>(
  context: AnyContext,
  entity: FigureEntity,
  record: ImportTarget,
  present: readonly L[],
): Promise<{ lines: L[]; also: unknown }> {
  const result = await sql<{ file: string; rows: number; before: PreviousValues }>`
    delete from figure_import where lines = ${entity.name} and record_id = ${record.id}
    and version = ${record.version}
    returning file, rows, before`.execute(context.db)
  const { file, rows, before } =
    result.rows[0] ??
    refuse.conflict(
      'Something was changed since the import, so it cannot be taken back as a whole. Correct its figures.',
    )
  if (before.lines.length > 0) await writeFigures(context, entity, record, before.lines)
  await noteInHistory(context, record, 'Import taken back', describeRows(file, rows))
  const lines = new Map(present.map((line) => [line.code, line]))
  for (const line of before.lines) lines.set(line.code, line as unknown as L)
  return { lines: [...lines.values()], also: before.also }
}
