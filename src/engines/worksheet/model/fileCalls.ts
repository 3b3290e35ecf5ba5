import { z } from 'zod'
import type { Access } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { id, requiredText } from '#kernel/model/field.ts'
import { importedRow } from './import.ts'

const version = z.int().nullable().optional()

/**
 * Declares the calls that import figures from a file into a statement and undo the import; `serveFiles`
 * serves them. `columns` are those that a file may contain.
 */
export function declareFileCalls<A extends z.ZodType, const C extends string>(options: {
  path: string
  label: string
  write: Access
  answer: A
  columns: readonly C[]
  /** The lists that a file may contain, by name: arrays of lines. */
  lists?: Readonly<Record<string, z.ZodType>>
}) {
  const { path, label, write: access, answer, columns, lists } = options
  const params = z.object({ id: id(label) })
  return {
    importFigures: call({
      method: 'POST',
      path: `${path}/ImportFigures/:id`,
      access,
      params,
      bodyLimit: 1_048_576,
      body: z.object({
        version,
        fileName: requiredText('File', 200),
        rows: z
          .array(importedRow(columns))
          .min(lists ? 0 : 1, 'There is no row to import.')
          .max(500),
        ...(lists && {
          lists: z.object(lists).optional(),
          /** The row in the file of each line, by list. */
          places: z.record(z.string(), z.array(z.int().min(1).max(100_000)).max(500)).optional(),
        }),
      }),
      answer,
      summary: `${label}: import figures from the rows of a file; if one row has an error, none is imported`,
    }),
    takeImportBack: call({
      method: 'POST',
      path: `${path}/TakeImportBack/:id`,
      access,
      params,
      body: z.object({ version }).optional(),
      answer,
      summary: `${label}: undo the last import, if nothing was changed since`,
    }),
  }
}
