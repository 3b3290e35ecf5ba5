import { useMemo } from 'react'
import { getAccountNames } from '#ground/chart/model/index.ts'
import { ask } from '#kernel/web/api.ts'
import type { PartProps } from '#review/web/index.ts'
import { rowsToSend } from '#statement/model/index.ts'
import type { Taking } from '#statement/web/index.ts'
import { useFormActions } from '#ui/form/formContext.ts'
import { bookOf } from '../model/book.ts'
import type { Detail } from '../model/budgets.ts'
import { importFigures, takeImportBack } from '../model/calls.ts'

/** How a budget in progress takes figures from files. */
export function useTaking({ detail, refresh, known }: PartProps<Detail> & { known: { current: Detail } }): Taking {
  const { save } = useFormActions()
  const company = detail.filedCompanyId
  return {
    names: async () => {
      if (company === null) return new Map()
      const asked = ask(getAccountNames, { params: { managementCompanyId: company } }, { quiet: true })
      return new Map((await asked.catch(() => [])).map((one) => [one.name, one.code]))
    },
    take: async ({ file, rows }) => {
      // What is typed so far is stored first: the import goes on from there.
      await save()
      const { budgetId: id, version } = known.current
      if (id === 0) return
      const body = { version, fileName: file.slice(0, 200), rows: rowsToSend(rows) }
      await ask(importFigures, { params: { id }, body })
      await refresh()
    },
    last: detail.lastImport,
    takeBack: async () => {
      const { budgetId: id, version } = known.current
      await ask(takeImportBack, { params: { id }, body: { version } })
      await refresh()
    },
  }
}

/** The workbook of a budget; the same one as long as the record says the same. */
export const useBook = (detail: Detail) => useMemo(() => bookOf(detail), [detail])
