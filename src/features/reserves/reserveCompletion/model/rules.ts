import type { ReserveRules } from '#features/reserves/replacementReserve/model/index.ts'
import { getInvoiceFaults, reviewFaults } from '#features/shared/invoicedItems/model/index.ts'
import { REQUIRED } from '#kernel/model/field.ts'
import { formatMoney, toCents } from '#kernel/model/money.ts'
import type { Fault } from '#kernel/model/refusals.ts'

/** Rules of a completion as plain functions, which the browser and the server both run. */

/** A line that a company is filing. */
export type LineInput = {
  replacementReserveCompletionItemId?: number | undefined
  invoiceNumber: string | null
  invoiceDate: string | null
  invoicedAmount: number | null
  checkNumber: string | null
  payVendorDirectly: boolean
  duplicateInvoiceComment: string | null
}

/**
 * The stored line with its pre-approved item. `remaining` is the amount in dollars that may still be released
 * for the item.
 */
export type StoredLine = {
  replacementReserveCompletionItemId: number
  descriptionOfWork: string | null
  remaining: number
  vendorHasW9: boolean
  duplicates: readonly { kind: string }[]
  invoicedAmount: number | null
  approvedAmount: number | null
  denialReason: string | null
}

/** The company’s part of a completion. */
export type CompletionContent = {
  completedOn: string | null
  certified: boolean
  items: readonly LineInput[]
}
/** The stored completion and further facts that its rules need. */
export type CompletionFacts = {
  today: string
  rules: ReserveRules
  /** Whether the pre-approval is still in effect. */
  open: boolean
  /** Whether the agency granted the exception for old invoices. */
  submittedAsException: boolean
  items: readonly StoredLine[]
  files: readonly { documentType: string | null }[]
}

/** Returns every fault that keeps a completion from being submitted, each with its field. */
export function getSubmitFaults(completed: CompletionContent, facts: CompletionFacts): Fault[] {
  const faults: Fault[] = []
  if (!facts.open) faults.push({ field: '', message: 'The advance review is not approved any more.' })
  if (!completed.completedOn) faults.push({ field: 'completedOn', message: REQUIRED })
  else if (completed.completedOn > facts.today)
    faults.push({
      field: 'completedOn',
      message: 'The work is filed once it is completed; the day is in the future.',
    })
  const invoicedLines = completed.items.flatMap((line, index) =>
    line.invoicedAmount === null ? [] : [{ line, index }],
  )
  if (invoicedLines.length === 0)
    faults.push({ field: 'items', message: 'Enter the amount invoiced for at least one item.' })
  for (const { line, index } of invoicedLines)
    faults.push(
      ...getLineFaults(line, facts).map(({ field, message }) => ({
        field: `items.${index}.${field}`,
        message,
      })),
    )
  faults.push(
    ...getDocumentFaults(
      invoicedLines.map((item) => item.line),
      facts,
    ),
  )
  if (!completed.certified) faults.push({ field: 'certified', message: 'Please certify the completion.' })
  return faults
}

const findLine = (line: LineInput, facts: CompletionFacts): StoredLine | undefined =>
  facts.items.find(
    (item) => item.replacementReserveCompletionItemId === line.replacementReserveCompletionItemId,
  )

function getLineFaults(line: LineInput, facts: CompletionFacts): Fault[] {
  const faults: Fault[] = []
  const item = findLine(line, facts)
  const amount = line.invoicedAmount ?? 0
  if (amount <= 0) faults.push({ field: 'invoicedAmount', message: 'Enter an amount above zero.' })
  if (item && toCents(amount) > toCents(item.remaining))
    faults.push({
      field: 'invoicedAmount',
      message: `No more than the ${formatMoney(item.remaining)} that remain pre-approved can be released.`,
    })
  faults.push(...getInvoiceFaults(line, facts.submittedAsException, facts))
  if (item?.duplicates.some((match) => match.kind === 'hard') && !line.duplicateInvoiceComment?.trim())
    faults.push({
      field: 'duplicateInvoiceComment',
      message: 'This invoice was claimed before. Explain why it is claimed again.',
    })
  return faults
}

/**
 * Returns a fault for each missing document: the invoice, photos, the check if the property paid, and the W-9
 * of a vendor whom the agency pays.
 */
function getDocumentFaults(sentLines: readonly LineInput[], facts: CompletionFacts): Fault[] {
  const needsW9 = sentLines.some((line) => line.payVendorDirectly && !findLine(line, facts)?.vendorHasW9)
  const requiredKinds = [
    'Invoice',
    'Photo',
    ...(sentLines.some((line) => !line.payVendorDirectly) ? ['Check'] : []),
    ...(needsW9 ? ['W-9'] : []),
  ]
  return requiredKinds
    .filter((kind) => !facts.files.some((file) => file.documentType === kind))
    .map((kind) => ({
      field: `documents.${kind}`,
      message: `Attach the ${kind === 'W-9' ? kind : kind.toLowerCase()}.`,
    }))
}

/**
 * Returns the largest amount that may be released for a line: the invoiced amount, never above the remaining
 * pre-approved amount.
 */
export const computeMaximumRelease = ({
  invoicedAmount,
  remaining,
}: Pick<StoredLine, 'invoicedAmount' | 'remaining'>): number =>
  Math.max(0, Math.min(invoicedAmount ?? 0, remaining))

/** Returns the faults of the reviewer’s amounts. */
export const getReleaseFaults = (items: readonly StoredLine[]): Fault[] =>
  reviewFaults(items.map((item) => ({ ...item, claimedAmount: computeMaximumRelease(item) })))
