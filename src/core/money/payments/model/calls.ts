import { z } from 'zod'
import { agency } from '#kernel/model/access.ts'
import { type Call, call } from '#kernel/model/call.ts'
import { id, longText, money, requiredText } from '#kernel/model/field.ts'
import { Payment, paymentsOfRequest } from './entities.ts'

const path = '/api/Payment'
const { payee, paidOn, checkNumber, vendorId, moduleName } = Payment.fields
const amount = money('Amount').unwrap()
const reason = longText('Reason', 1000).unwrap()
const paymentFields = z.object(paymentsOfRequest)

const line = z.object({
  moduleName: z.string(),
  requestId: z.int(),
  requestNumber: z.string(),
  path: z.string(),
  propertyId: z.int(),
  propertyName: z.string(),
  vendorId: z.int().nullable(),
  payee: z.string(),
  amount: z.number(),
  approvedOn: z.string(),
})
export type UnpaidLine = z.infer<typeof line>

export const getUnpaid = call({
  method: 'GET',
  path: `${path}/GetUnpaid`,
  access: agency('read'),
  answer: z.array(line),
  summary: 'Approved amounts not paid yet, one line for each payee: the batch for accounting',
})

const writeCall = <B extends z.ZodType>(name: string, body: B, summary: string) =>
  call({
    method: 'POST',
    path: `${path}/${name}`,
    access: agency('write'),
    body,
    answer: paymentFields,
    summary,
  }) as Call<undefined, undefined, B, typeof paymentFields>

export const recordPayment = writeCall(
  'Record',
  z.object({ moduleName, requestId: id('Request'), vendorId, amount, paidOn, checkNumber }),
  'Record a payment of an approved amount and mail everyone concerned',
)
export const correctPayment = writeCall(
  'Correct',
  z.object({ paymentId: id('Payment'), payee, amount, paidOn, checkNumber, reason }),
  'Correct a recorded payment, with a reason',
)
export const voidPayment = writeCall(
  'Void',
  z.object({ paymentId: id('Payment'), reason }),
  'Void a payment with a reason; the amount is due again',
)
export const reissuePayment = writeCall(
  'Reissue',
  z.object({ paymentId: id('Payment'), paidOn, checkNumber, reason }),
  'Void a payment and reissue it',
)

/** A row of accounting's file; `line` is its line number there. */
export const importedRow = z.object({
  line: z.int(),
  request: requiredText('Request', 40),
  payee,
  amount,
  paidOn,
  checkNumber,
})
export type PaymentImportRow = z.infer<typeof importedRow>

export const importPayments = call({
  method: 'POST',
  path: `${path}/Import`,
  access: agency('write'),
  bodyLimit: 4_194_304,
  body: z.object({ rows: z.array(importedRow).max(2000) }),
  answer: z.array(z.object({ line: z.int(), faults: z.array(z.string()) })),
  summary: 'Record the checks written by accounting, row by row; returns refused rows with reasons',
})
