import { addDays, formatDate } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import type { LineInput } from './entities.ts'
import { getQuarterEnd, getQuarterName, type Quarter } from './quarter.ts'
import { type AllowanceRowResult, computeRow, getRequiredDocuments, type Inputs } from './rows.ts'

/**
 * Rules of a quarter's allowances as plain functions; the browser and the server run the same ones (domain
 * 18).
 */

/** The entered lines of a quarter. */
export type QuarterContent = { lines: readonly LineInput[] }
/** The facts that the rules need besides the lines. */
export type QuarterFacts = Inputs & Quarter & { files: readonly { documentType: string | null }[] }

const day = (value: string): string => formatDate(value, 'MM/DD/YYYY')

type AddFault = (field: keyof LineInput, message: string) => void

/**
 * UTA-3: the allowance is 0 if the owner pays all utilities, and never more than the lowest rent of the unit
 * type.
 */
function checkAmount({ line, grosses }: AllowanceRowResult, addFault: AddFault): void {
  const { utilityAllowance: amount = null, tenantPays = [] } = line
  if (amount === null) return
  if (amount < 0) addFault('utilityAllowance', 'enter 0 or more.')
  if (amount === 0 && tenantPays.length > 0)
    addFault(
      'utilityAllowance',
      `the tenant pays ${tenantPays.join(', ').toLowerCase()}, so the allowance is not 0.`,
    )
  if (amount > 0 && tenantPays.length === 0) addFault('tenantPays', 'say which utilities the tenant pays.')
  const minimum = grosses.length > 0 ? Math.min(...grosses.map((gross) => gross.rent)) : null
  if (minimum !== null && minimum > 0 && amount > minimum)
    addFault(
      'utilityAllowance',
      `the allowance of ${formatMoney(amount)} is more than the rent of ${formatMoney(minimum)}.`,
    )
}

/**
 * UTA-4: an allowance takes effect within the allowed days after the quarter, and has not expired by its end.
 */
function checkEffectiveDay(
  { line, expiresOn }: AllowanceRowResult,
  filing: QuarterFacts,
  addFault: AddFault,
): void {
  if (!line.effectiveDate) return
  const end = getQuarterEnd(filing)
  const latest = addDays(end, filing.effectiveDays)
  if (line.effectiveDate > latest)
    addFault(
      'effectiveDate',
      `it takes effect by ${day(latest)}, ${filing.effectiveDays} days after the quarter.`,
    )
  if (expiresOn !== null && expiresOn <= end)
    addFault(
      'effectiveDate',
      `it was last reviewed for ${day(line.effectiveDate)} and expired on ${day(expiresOn)}. Enter a newly reviewed allowance.`,
    )
}

function getLineFaults(
  row: AllowanceRowResult,
  filing: QuarterFacts,
): { field: keyof LineInput; message: string }[] {
  const faults: { field: keyof LineInput; message: string }[] = []
  const addFault: AddFault = (field, message) => faults.push({ field, message: `${row.label}: ${message}` })
  for (const field of [
    'projectRoomTypeId',
    'utilityAllowance',
    'source',
    'rentControllingAuthorityId',
    'effectiveDate',
  ] as const)
    if (row.line[field] === null || row.line[field] === undefined || row.line[field] === '')
      addFault(field, REQUIRED)
  checkAmount(row, addFault)
  checkEffectiveDay(row, filing, addFault)
  // A gross rent above its limit can become a finding (8823, 11g or 11m), so the company has to say how it
  // will correct it.
  if (row.over > 0 && !row.line.comments?.trim())
    addFault(
      'comments',
      `the gross rent is ${formatMoney(row.over)} over its limit. Say when the rent is lowered.`,
    )
  return faults
}

/** Returns all faults that prevent a quarter's allowances from being submitted, each with its field. */
export function getQuarterFaults({ lines }: QuarterContent, filing: QuarterFacts): Fault[] {
  const rows = lines.map((line) => computeRow(line, filing))
  const kinds = new Set(rows.map((row) => row.line.projectRoomTypeId))
  const missing = filing.unitTypes.filter(
    (unitType) => unitType.count > 0 && !kinds.has(unitType.projectRoomTypeId),
  )
  const duplicates = rows.flatMap((row, index) =>
    rows.findIndex((other) => other.label === row.label) < index
      ? [{ field: `lines.${index}.schedule`, message: `${row.label}: this unit type is there twice.` }]
      : [],
  )
  const documents = getRequiredDocuments(rows, filing).filter(
    (name) => !filing.files.some((file) => file.documentType === name),
  )
  return [
    ...(filing.unitTypes.length === 0
      ? [{ field: '', message: 'No unit types are entered for this property yet.' }]
      : []),
    ...missing.map(({ name }) => ({ field: 'lines', message: `${name}: enter its allowance.` })),
    ...rows.flatMap((row, index) =>
      getLineFaults(row, filing).map(({ field, message }) => ({ field: `lines.${index}.${field}`, message })),
    ),
    ...duplicates,
    ...documents.map((name) => ({ field: 'documents', message: `Attach what shows it: ${name}.` })),
  ]
}

/** Returns why a quarter cannot be filed as unchanged; null if it can. */
export function getUnchangedFault(filing: QuarterFacts): string | null {
  if (filing.prior.length === 0)
    return `No allowances were approved before ${getQuarterName(filing).toLowerCase()}.`
  const [fault] = getQuarterFaults({ lines: filing.prior }, filing)
  return fault?.message ?? null
}
