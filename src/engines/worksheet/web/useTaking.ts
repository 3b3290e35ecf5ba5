import { getAccountNames } from '#core/money/chart/model/index.ts'
import type { Ask, Call } from '#kernel/model/call.ts'
import { ask } from '#kernel/web/api.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import { type declareFileCalls, type LastImport, toImportedRows } from '../model/index.ts'
import type { FigureImport, ReviewedRows } from './StatementFiles.tsx'

type Draft = { version: number; filedCompanyId: number | null; lastImport: LastImport }
type Part<D> = { detail: D; known: { current: D }; refresh: () => Promise<unknown> }
type Calls = { [C in keyof ReturnType<typeof declareFileCalls>]: unknown }

/**
 * Returns the functions by which a draft imports figures from files within its form. `getId` returns 0
 * before the draft is saved; `getLists` returns the part of the call for the lists of a file.
 */
export function useFigureImport<D extends Draft>(
  calls: Calls,
  part: Part<D>,
  getId: (detail: D) => number,
  getLists: (lists: ReviewedRows['lists']) => object | Promise<object> = () => ({}),
): FigureImport {
  const { detail, known: latestDetail, refresh } = part
  const { save, changeElsewhere } = useFormActions()
  const company = detail.filedCompanyId
  const send = (call: unknown, body: object) =>
    changeElsewhere(async () => {
      const { version } = latestDetail.current
      await ask(
        call as Call,
        { params: { id: getId(latestDetail.current) }, body: { version, ...body } } as Ask<Call>,
      )
      return refresh()
    })
  return {
    names: async () => {
      if (company === null) return new Map()
      const query = ask(getAccountNames, { params: { managementCompanyId: company } }, { quiet: true })
      return new Map((await query.catch(() => [])).map((item) => [item.name, item.code]))
    },
    importRows: async ({ file, rows, lists }) => {
      // Saves the typed changes first, because the import continues from there.
      if (!(await save()) || getId(latestDetail.current) === 0) return false
      const listValues = await getLists(lists)
      await send(calls.importFigures, {
        fileName: file.slice(0, 200),
        rows: toImportedRows(rows),
        ...listValues,
      })
      return true
    },
    last: detail.lastImport,
    undoImport: () => send(calls.takeImportBack, {}),
  }
}
