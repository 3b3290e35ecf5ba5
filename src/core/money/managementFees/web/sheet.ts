import { formatDate } from '#kernel/model/dates.ts'
import type { Row } from '#kernel/model/entity.ts'
import type { Cells, CellValue, SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import type { ManagementFeeMax, ManagementFeeType } from '../model/entities.ts'

export type Max = Row<typeof ManagementFeeMax>
export type FeeType = Row<typeof ManagementFeeType>

export const isPercent = (type: FeeType): boolean => type.basis === 'Percent of collected rent'
const getKey = (type: FeeType): string => `type ${type.managementFeeTypeId}`

/** The columns: one for each type, then the OCAF and the source. */
export const getMaximaColumns = (types: readonly FeeType[]): SheetColumn[] => [
  ...types.map(
    (type): SheetColumn => ({
      key: getKey(type),
      label: type.name,
      kind: isPercent(type) ? 'percent' : 'money',
      width: 150,
    }),
  ),
  { key: 'ocaf', label: 'Raised by OCAF', kind: 'percent', readOnly: true, width: 130 },
  { key: 'source', label: 'Source', kind: 'text', readOnly: true, width: 300 },
]

const getFirstDay = (year: number): string => `${year}-01-01`
/** The label of a line: the year, or the day from which a later maximum of the year applies. */
export const getMaximaLineLabel = (day: string): string =>
  day.endsWith('-01-01') ? day.slice(0, 4) : `from ${formatDate(day, 'MM/DD/YYYY')}`

/** The lines: one for each day from which maxima apply, latest first, with this year and the next. */
export function getMaximaLines(maxima: readonly Max[], thisYear: number): SheetLine[] {
  const days = new Set([
    ...maxima.map((item) => item.effectiveDate),
    getFirstDay(thisYear),
    getFirstDay(thisYear + 1),
  ])
  return [...days]
    .sort()
    .reverse()
    .map((day) => ({ key: day, label: getMaximaLineLabel(day) }))
}

/** The maxima as cells by day and type. */
export function getMaximaCells(
  maxima: readonly Max[],
  types: readonly FeeType[],
  lines: readonly SheetLine[],
): Cells {
  const getValue = (day: string, type: FeeType): CellValue => {
    const max = findMaximum(maxima, day, type)
    return (isPercent(type) ? max?.percent : max?.amount) ?? null
  }
  return Object.fromEntries(
    lines.map(({ key }) => {
      const ofDay = maxima.filter((item) => item.effectiveDate === key)
      return [
        key,
        {
          ...Object.fromEntries(types.map((type) => [getKey(type), getValue(key, type)])),
          ocaf: ofDay.find((item) => item.ocafPercent !== null)?.ocafPercent ?? null,
          source: [...new Set(ofDay.flatMap((item) => item.source ?? []))].join('; ') || null,
        },
      ]
    }),
  )
}

const findMaximum = (maxima: readonly Max[], day: string, type: FeeType): Max | undefined =>
  maxima.find((item) => item.effectiveDate === day && item.managementFeeTypeId === type.managementFeeTypeId)

/** One change that makes the stored maxima match the cells: a removal, an addition or an edit. */
export type Change = { day: string; type: FeeType; present: Max | undefined; value: number | null }

/** The changes for the cells that differ from the maxima. */
export function getMaximaChanges(cells: Cells, maxima: readonly Max[], types: readonly FeeType[]): Change[] {
  return Object.entries(cells).flatMap(([day, row]) =>
    types.flatMap((type): Change[] => {
      const present = findMaximum(maxima, day, type)
      const storedValue = (isPercent(type) ? present?.percent : present?.amount) ?? null
      const draft = row[getKey(type)]
      const value = typeof draft === 'number' ? draft : null
      return value === storedValue ? [] : [{ day, type, present, value }]
    }),
  )
}
