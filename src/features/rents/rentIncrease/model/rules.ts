import { addDays, addMonths, agencyDay, formatDate, parseDay } from '#kernel/model/dates.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'
import { getRentIncreaseCap, RentIncreaseType, rentIncreaseTypes } from './arithmetic.ts'
import type { ChecklistItem } from './entities.ts'
import {
  findBrokenDesignations,
  getRentIncreaseRow,
  type Inputs,
  type Line,
  type Row,
  type SentLine,
} from './rows.ts'
import type { FilingWindow } from './window.ts'

export const RENT_ROLL = 'Current rent roll'
const TENANT_NOTICE = 'Tenant notice, Exhibit A-21'
export const SIGNED_SCHEDULE = 'Signed Schedule II'
export const documentKinds = [
  RENT_ROLL,
  TENANT_NOTICE,
  'Comparable rents',
  'Utility allowance',
  SIGNED_SCHEDULE,
  'Other',
] as const

/** The content of a request that the rules of submission check. */
export type Content = {
  rentIncreaseTypeId: number
  rentEffectiveDate: string | null
  tenantsNotified: boolean
  tenantsNotifiedOn: string | null
  certified: boolean
  submittedAsException?: boolean
  lines: readonly SentLine[]
}

/**
 * A checklist answer that the portal gives, with its fact and source. `enough` means that an approval is
 * possible although the answer is no, for example if a budget is submitted but not yet approved.
 */
export type PortalAnswer = {
  tick: ChecklistItem
  value: boolean
  fact: string
  source: string
  enough?: boolean | undefined
}

/** The facts that the rules need in addition to the request. */
export type Facts = Inputs & {
  today: string
  window: FilingWindow
  lastIncrease: string | null
  housingType: string
  budgetRequired: boolean
  submittedAsException: boolean
  known: readonly PortalAnswer[]
  rules: { monthsBetween: number; noticeDays: number; rollDays: number }
  files: readonly { documentType: string | null; createdAt: string }[]
  rentRollFaults: readonly unknown[] | null
}

/** Formats a day for use in sentences. */
export const formatDay = (day: string | null): string => formatDate(day, 'MM/DD/YYYY')
const formatPercent = (percent: number): string => `${Number(percent.toFixed(4))}%`

/**
 * Formats a percent that is over its cap: with two decimals, or with four if two would show it as the cap
 * itself.
 */
export const formatPercentOverCap = (percent: number, cap: number): string =>
  `${percent.toFixed(Number(percent.toFixed(2)) > cap ? 2 : 4)}%`

/**
 * Returns the types that a property may choose: elderly properties their own type, others the automatic
 * one, and all the budget type (domain 44).
 */
export const getAllowedTypes = (housingType: string): number[] => [
  housingType === 'Elderly' ? RentIncreaseType.Elderly : RentIncreaseType.Auto,
  RentIncreaseType.Budget,
]

/** Checks that the type is allowed for the property, and that it is Budget if the agency requires one. */
export function checkType(content: Content, facts: Facts): Fault[] {
  const { rentIncreaseTypeId: type } = content
  const typeFault = (message: string): Fault[] => [{ field: 'rentIncreaseTypeId', message }]
  if (facts.budgetRequired && type !== RentIncreaseType.Budget)
    return typeFault('The agency asks for a budget: choose the type Budget.')
  if (facts.capExempt || getAllowedTypes(facts.housingType).includes(type)) return []
  return typeFault(
    `The type ${rentIncreaseTypes[type]} is not for this property; choose ${getAllowedTypes(facts.housingType)
      .map((number) => rentIncreaseTypes[number])
      .join(' or ')}.`,
  )
}

/**
 * Returns the first day on which new rents may take effect: a number of months after the last increase.
 * Null without an earlier increase.
 */
export const getEarliestDate = ({
  lastIncrease,
  rules,
}: Pick<Facts, 'lastIncrease' | 'rules'>): string | null =>
  lastIncrease === null ? null : addMonths(lastIncrease, rules.monthsBetween)

/**
 * Checks that the effective date is in the future and far enough from the last increase, and that the request
 * is within its window.
 */
export function checkDates(content: Content, facts: Facts): Fault[] {
  const faults: Fault[] = []
  const { rentEffectiveDate: from } = content
  const addFault = (message: string) => faults.push({ field: 'rentEffectiveDate', message })
  if (!from) return [{ field: 'rentEffectiveDate', message: REQUIRED }]
  const earliest = getEarliestDate(facts)
  if (from <= facts.today) addFault('New rents cannot take effect today or in the past.')
  else if (earliest !== null && from < earliest)
    addFault(
      `The rents were last changed on ${formatDay(facts.lastIncrease)}; the next change can take effect on ${formatDay(earliest)}.`,
    )
  if (!facts.window.isOpen && !facts.submittedAsException)
    faults.push({
      field: '',
      message: `Requests are taken from ${formatDay(facts.window.opens)} to ${formatDay(facts.window.closes)}. The agency may take this one as an exception.`,
    })
  return faults
}

/**
 * Checks that the rent roll and the tenants' notice are attached, current and early enough. It also runs
 * while a form is filled in, when a value may not be a valid day yet; the field itself reports that.
 */
export function checkNotice(content: Content, facts: Facts): Fault[] {
  const { tenantsNotified } = content
  const [notifiedOn, from] = [parseDay(content.tenantsNotifiedOn), parseDay(content.rentEffectiveDate)]
  const faults: Fault[] = []
  const hasDocument = (kind: string) => facts.files.some((file) => file.documentType === kind)
  const oldest = addDays(facts.today, -facts.rules.rollDays)
  if (!hasDocument(RENT_ROLL)) faults.push({ field: 'files', message: `${RENT_ROLL}: attach it.` })
  else if (
    !facts.files.some((file) => file.documentType === RENT_ROLL && agencyDay(file.createdAt) >= oldest)
  )
    faults.push({
      field: 'files',
      message: `${RENT_ROLL}: attach one that is no older than ${facts.rules.rollDays} days.`,
    })
  if (!hasDocument(TENANT_NOTICE))
    faults.push({ field: 'files', message: `${TENANT_NOTICE}: attach the signed copy.` })
  if (!tenantsNotified)
    faults.push({ field: 'tenantsNotified', message: 'Confirm that all tenants were given notice.' })
  if (notifiedOn === null)
    faults.push({ field: 'tenantsNotifiedOn', message: 'Enter the day on which the notice was given.' })
  else if (notifiedOn > facts.today)
    faults.push({ field: 'tenantsNotifiedOn', message: 'This day is still to come.' })
  else if (from && addDays(notifiedOn, facts.rules.noticeDays) > from)
    faults.push({
      field: 'tenantsNotifiedOn',
      message: `Tenants must be notified ${facts.rules.noticeDays} days before: by ${formatDay(addDays(from, -facts.rules.noticeDays))} for rents from ${formatDay(from)}.`,
    })
  return faults
}

/** Returns the faults of one row by field. RI-02 to RI-07, domain 14.5. */
function checkRow(type: number, row: Row, inputs: Inputs): { field: string; message: string }[] {
  const { line } = row
  const faults: { field: string; message: string }[] = []
  const addFault = (field: keyof Line, message: string) =>
    faults.push({ field, message: `${row.label}: ${message}` })
  if (row.isNew)
    for (const field of ['projectRoomTypeId', 'rentTypeId', 'units'] as const)
      if (line[field] === null || line[field] === undefined) addFault(field, REQUIRED)
  if ((line.numberOfExistingTenants ?? 0) > row.units)
    addFault(
      'numberOfExistingTenants',
      `there are ${row.units} units for ${line.numberOfExistingTenants} existing tenants.`,
    )
  if (row.requested === null) addFault('requestedRent', REQUIRED)
  else if (row.requested < 0) addFault('requestedRent', 'enter 0 or more.')
  else if (!row.isNew && row.percent === null && !row.passes)
    addFault(
      'requestedRent',
      'the current rent is 0, so no percent can be computed. Ask the agency to file this row.',
    )
  else if (!row.passes) {
    const cap = getRentIncreaseCap(type, inputs.caps)
    const percent = formatPercentOverCap(row.percent ?? 0, cap)
    addFault(
      'requestedRent',
      `${percent} is more than the ${formatPercent(cap)} allowed. The most you may ask is ${formatMoney(row.most)}.`,
    )
  } else if (!row.confirmed)
    addFault('confirmedRent', `confirm the new rent of ${formatMoney(row.newRent)}, or type another.`)
  faults.push(...checkLimit(row))
  return faults
}

function checkLimit(row: Row): Fault[] {
  const { limit, allowance, label } = row
  const allowanceFault = (message: string): Fault[] => [
    { field: 'utilityAllowance', message: `${label}: ${message}` },
  ]
  if (allowance === null)
    return allowanceFault('the utility allowance is missing; enter 0 where the owner pays all utilities.')
  if (allowance < 0) return allowanceFault('the utility allowance cannot be below 0.')
  if (row.newRent !== null && allowance > 0 && allowance > row.newRent)
    return allowanceFault(`the utility allowance of ${formatMoney(allowance)} is more than the rent.`)
  if (limit === null)
    return allowanceFault('HUD’s income limits for this county are not in the portal; ask the agency.')
  if (row.over === 0) return []
  const message = `the gross rent of ${formatMoney(row.gross)} is ${formatMoney(row.over)} over the limit of ${formatMoney(limit as number)}.`
  return [{ field: 'requestedRent', message: `${label}: ${message}` }]
}

/**
 * Whether a row requests a rent other than the current one. A row over its cap does, even without a new
 * rent.
 */
const changesRent = (row: Row): boolean => row.isNew || (row.newRent ?? row.requested) !== row.current

/** Returns all faults of the rows. Without any, at least one row must change. */
export function checkRows({ rentIncreaseTypeId: type, lines }: Content, facts: Facts): Fault[] {
  const rows = lines.map((line) => getRentIncreaseRow(type, line, facts))
  const faults = [
    ...rows.flatMap((row, index) =>
      checkRow(type, row, facts).map(({ field, message }) => ({
        field: `lines.${index}.${field}`,
        message,
      })),
    ),
    ...findRepeatedRows(rows),
    ...getDesignationFaults(rows, findBrokenDesignations(rows, facts), 'requestedRent'),
  ]
  if (faults.length > 0 || rows.some(changesRent)) return faults
  return [
    { field: 'lines', message: 'No rent changes: type at least one that differs from the current rent.' },
  ]
}

/** Reports rents above the designations of their units (average income, domain 34). */
export const getDesignationFaults = (
  rows: readonly Row[],
  broken: readonly (string | null)[],
  field: string,
): Fault[] =>
  broken.flatMap((why, index) =>
    why === null ? [] : [{ field: `lines.${index}.${field}`, message: `${rows[index]?.label}: ${why}` }],
  )

/** Reports rows for the same unit type, rent type and class of tenants. */
function findRepeatedRows(rows: readonly Row[]): Fault[] {
  const lineKeys = new Set<string>()
  return rows.flatMap(({ line, label }, index) => {
    const key = [line.projectRoomTypeId, line.rentTypeId ?? 0, line.existingTenants ?? false].join(' ')
    if (!lineKeys.has(key)) {
      lineKeys.add(key)
      return []
    }
    return [
      { field: `lines.${index}.rentTypeId`, message: `${label}: this rent is in the worksheet already.` },
    ]
  })
}
