import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { flag, id, longText } from '#kernel/model/field.ts'
import { type InvoiceRules, isTooOld } from './rules.ts'

/** Declares the call by which the agency grants or withdraws the exception for old invoices of a request. */
export const exceptionCall = <Answer extends z.ZodType>({
  path,
  calls,
}: {
  path: string
  calls: { one: { answer: Answer } }
}) =>
  call({
    method: 'POST',
    path: `${path}/GrantException`,
    access: agency('write'),
    answer: calls.one.answer,
    body: z.object({
      requestId: id('Request'),
      granted: flag('Exception granted'),
      reason: longText('Reason', 1000).unwrap(),
      version: z.int().nullable().optional(),
    }),
    summary: 'Grant or revoke the exception for an old invoice, with a reason',
  })
export type ExceptionCall<Answer extends z.ZodType = z.ZodType> = ReturnType<typeof exceptionCall<Answer>>

/** Whether a request has an invoice that is too old to be paid back without an exception. */
export const hasOldInvoice = (request: {
  items: readonly { invoiceDate: string | null }[]
  today: string
  rules: InvoiceRules
}): boolean => request.items.some(({ invoiceDate }) => isTooOld(invoiceDate, request))
