import { useWatch } from 'react-hook-form'
import type { FormValues } from '#engines/review/web/index.ts'
import type { AnyFigures } from '#engines/worksheet/model/index.ts'
import type { FigureRow } from '#engines/worksheet/web/index.ts'
import { useFormParts } from '#ui/form/formContext.ts'
import type { AFS } from '../../model/entities.ts'
import { type Part, parts, type ScheduleRow, type Sources, sourcesIn } from '../../model/schedules/index.ts'
import type { Detail } from '../../model/statements.ts'

const names = ['lines', 'periodStart', 'periodEnd', ...parts] as const

type SourceValues = FormValues<typeof AFS> & { lines: FigureRow[] } & Record<Part, ScheduleRow[]>

const getSources = (detail: Detail, draft: readonly unknown[]): Sources => {
  const [lines, periodStart, periodEnd, ...rows] = draft
  return sourcesIn(
    {
      lines: (lines as AnyFigures[] | undefined) ?? detail.lines,
      periodStart: (periodStart as string | undefined) ?? detail.periodStart,
      periodEnd: (periodEnd as string | undefined) ?? detail.periodEnd,
      ...Object.fromEntries(
        parts.map((part, index) => [part, (rows[index] as ScheduleRow[] | undefined) ?? detail[part]]),
      ),
    },
    detail,
  )
}

/**
 * Returns a function that reads the current form as the source for schedules, at the moment it is called.
 */
export function useSources(detail: Detail): () => Sources {
  const { form } = useFormParts<SourceValues>()
  return () => getSources(detail, form.getValues(names))
}

/** Returns the current form as the source for schedules, and renders again with every change. */
export function useCurrentSources(detail: Detail): Sources {
  const { form } = useFormParts<SourceValues>()
  return getSources(detail, useWatch({ control: form.control, name: names }))
}
