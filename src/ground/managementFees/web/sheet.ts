import type { Row } from '#kernel/model/entity.ts'
import type { Cells, CellValue, SheetColumn, SheetLine } from '#ui/worksheet/sheet.ts'
import type { ManagementFeeMax, ManagementFeeType } from '../model/entities.ts'

export type Max = Row<typeof ManagementFeeMax>
export type FeeType = Row<typeof ManagementFeeType>

export const isPercent = (type: FeeType): boolean => type.basis === 'Percent of collected rent'
const keyOf = (type: FeeType): string => `type ${type.managementFeeTypeId}`

/** A column for each type, then what the year was made of. */
export const columnsOf = (types: readonly FeeType[]): SheetColumn[] => [
  ...types.map(
    (type): SheetColumn => ({
      key: keyOf(type),
      label: type.name,
      kind: isPercent(type) ? 'percent' : 'money',
      width: 150,
    }),
  ),
  { key: 'ocaf', label: 'Raised by OCAF', kind: 'percent', readOnly: true, width: 130 },
  { key: 'source', label: 'Source', kind: 'text', readOnly: true, width: 300 },
]

/** A line for each year there is, the newest first, and one for the year after. */
export function linesOf(maxima: readonly Max[], thisYear: number): SheetLine[] {
  const years = new Set([...maxima.map((one) => one.year), thisYear, thisYear + 1])
  return [...years].sort((a, b) => b - a).map((year) => ({ key: String(year), label: String(year) }))
}

/** The maxima as cells, by year and type. */
export function cellsOf(maxima: readonly Max[], types: readonly FeeType[], lines: readonly SheetLine[]): Cells {
  const valueAt = (year: string, type: FeeType): CellValue => {
    const max = find(maxima, year, type)
    return (isPercent(type) ? max?.percent : max?.amount) ?? null
  }
  return Object.fromEntries(
    lines.map(({ key }) => {
      const ofYear = maxima.filter((one) => String(one.year) === key)
      return [
        key,
        {
          ...Object.fromEntries(types.map((type) => [keyOf(type), valueAt(key, type)])),
          ocaf: ofYear.find((one) => one.ocafPercent !== null)?.ocafPercent ?? null,
          source: [...new Set(ofYear.flatMap((one) => one.source ?? []))].join('; ') || null,
        },
      ]
    }),
  )
}

const find = (maxima: readonly Max[], year: string, type: FeeType): Max | undefined =>
  maxima.find((one) => String(one.year) === year && one.managementFeeTypeId === type.managementFeeTypeId)

/** What has to be stored so that the maxima are what the cells say: removed, added or changed, each by itself. */
export type Change = { year: number; type: FeeType; present: Max | undefined; value: number | null }

/** The cells that differ from the maxima. */
export function changesOf(cells: Cells, maxima: readonly Max[], types: readonly FeeType[]): Change[] {
  return Object.entries(cells).flatMap(([year, row]) =>
    types.flatMap((type): Change[] => {
      const present = find(maxima, year, type)
      const stored = (isPercent(type) ? present?.percent : present?.amount) ?? null
      const typed = row[keyOf(type)]
      const value = typeof typed === 'number' ? typed : null
      return value === stored ? [] : [{ year: Number(year), type, present, value }]
    }),
  )
}
