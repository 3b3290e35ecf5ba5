import { formatDate, parseDay } from '#kernel/model/dates.ts'
import { plural } from '#kernel/model/formats.ts'
import { formatMoney } from '#kernel/model/money.ts'
import { readCentsText } from '#ui/model/amountText.ts'

/** The column headings of a rent roll as a CSV file. The first four are required. */
export const rollColumns = ['Unit', 'Bedrooms', 'Rent', 'Move-in', 'Rent type'] as const

/** The facts that a rent roll is checked against. */
export type RollInputs = {
  today: string
  /** The number of units by bedrooms. */
  units: ReadonlyMap<number, number>
  /**
   * The highest rent in effect by bedrooms and by rent type in lower case. The key '' applies to every type
   * of the size.
   */
  rents: ReadonlyMap<number, ReadonlyMap<string, number>>
}
/** The text in faults about a rent above the approved one. */
export const ABOVE_APPROVED = 'is above the approved'

export type RollFault = { line: number; message: string }

type Cells = Readonly<Record<string, string>>
const isBlank = (text: string | undefined): boolean => !text?.trim()

/** Reads the number of bedrooms from a cell: a number, or a word for a studio. */
function getBedrooms(text: string): number | null {
  if (/^(studio|efficiency)$/i.test(text.trim())) return 0
  const bedrooms = Number(text)
  return Number.isInteger(bedrooms) && bedrooms >= 0 && bedrooms <= 10 ? bedrooms : null
}

const describeSize = (bedrooms: number): string =>
  bedrooms === 0 ? 'studios' : `units of ${plural(bedrooms, 'bedroom', 'bedrooms')}`

/**
 * Returns the faults of one row: missing or unreadable values, and a rent above the approved one. A vacant
 * unit has no move-in and needs no rent.
 */
function checkRollRow(row: Cells, { today, units, rents }: RollInputs): string[] {
  const faults: string[] = []
  if (isBlank(row.Unit)) faults.push('Unit: missing.')
  const bedrooms = isBlank(row.Bedrooms) ? null : getBedrooms(row.Bedrooms!)
  if (bedrooms === null)
    faults.push(`Bedrooms: ${isBlank(row.Bedrooms) ? 'missing' : `“${row.Bedrooms}” is no number`}.`)
  else if (!units.has(bedrooms)) faults.push(`Bedrooms: the property has no ${describeSize(bedrooms)}.`)
  const vacant = /^vacant$/i.test(row['Move-in']?.trim() ?? '')
  const movedIn = parseDay(row['Move-in'])
  if (!vacant && movedIn === null) faults.push('Move-in: enter a date, or “vacant”.')
  else if (movedIn !== null && movedIn > today)
    faults.push(`Move-in: ${formatDate(movedIn, 'MM/DD/YYYY')} is still to come.`)
  const parsedRent = isBlank(row.Rent) ? { problem: 'missing.' } : readCentsText(row.Rent!)
  if (vacant && isBlank(row.Rent)) return faults
  if ('problem' in parsedRent)
    faults.push(`Rent: ${isBlank(row.Rent) ? '' : `“${row.Rent}” `}${parsedRent.problem}`)
  else if (parsedRent.amount < 0) faults.push('Rent: below 0.')
  else if (bedrooms !== null) {
    const ofSize = rents.get(bedrooms)
    const approved = ofSize?.get((row['Rent type'] ?? '').trim().toLowerCase()) ?? ofSize?.get('')
    if (approved !== undefined && parsedRent.amount > approved)
      faults.push(`Rent: ${formatMoney(parsedRent.amount)} ${ABOVE_APPROVED} ${formatMoney(approved)}.`)
  }
  return faults
}

/**
 * Returns all faults of a rent roll: those of its rows, units listed twice, and sizes with missing or extra
 * units. Line numbers are those of the file, whose heading is line 1; faults of the whole roll have line 0.
 */
export function findRollFaults(
  rows: readonly { line: number; values: Cells }[],
  inputs: RollInputs,
): RollFault[] {
  const faults = rows.flatMap(({ line, values }) =>
    checkRollRow(values, inputs).map((message) => ({ line, message })),
  )
  const linesByUnit = new Map<string, number>()
  const countsByBedrooms = new Map<number, number>()
  for (const { line, values } of rows) {
    const unit = (values.Unit ?? '').trim().toLowerCase()
    const earlier = linesByUnit.get(unit)
    if (unit && earlier !== undefined)
      faults.push({ line, message: `Unit: ${values.Unit?.trim()} is already on line ${earlier}.` })
    else if (unit) {
      linesByUnit.set(unit, line)
      const bedrooms = getBedrooms(values.Bedrooms ?? '')
      if (bedrooms !== null) countsByBedrooms.set(bedrooms, (countsByBedrooms.get(bedrooms) ?? 0) + 1)
    }
  }
  for (const [bedrooms, units] of inputs.units) {
    const count = countsByBedrooms.get(bedrooms) ?? 0
    if (count === units) continue
    const size = describeSize(bedrooms)
    faults.push({
      line: 0,
      message:
        count < units
          ? `${units - count} of ${units} ${size} are missing.`
          : `${count} ${size}, but the property has ${units}.`,
    })
  }
  return faults.toSorted((fault, other) => fault.line - other.line)
}
