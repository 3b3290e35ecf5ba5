import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import { day, id, longText, moment, money, ref, requiredText } from '#kernel/model/field.ts'

/** A payment of an approved amount of any request. A voided payment remains with its reason. */
export const Payment = entity('Payment', {
  table: 'payment',
  key: 'paymentId',
  label: 'Payment',
  fields: {
    paymentId: id('Payment'),
    propertyId: id('Property'),
    filedCompanyId: ref('Filed by company', 'ManagementCompany'),
    moduleName: requiredText('Subject', 60),
    requestId: id('Request'),
    /** Null if the property itself is paid. */
    vendorId: ref('Vendor', 'Vendor'),
    payee: requiredText('Payee', 200),
    amount: money('Amount').unwrap(),
    paidOn: day('Paid on').unwrap(),
    checkNumber: requiredText('Check number', 50),
    correctionReason: longText('Reason for the correction', 1000),
    replacesId: ref('Reissue of', 'Payment'),
    voidedOn: day('Voided on'),
    voidReason: longText('Reason for voiding', 1000),
    createdBy: ref('Recorded by', 'User'),
    createdAt: moment('Recorded'),
  },
})

/**
 * An amount approved for a payee and not fully paid. `vendorId` is null if the property itself is the
 * payee.
 */
export const dueLine = z.object({
  vendorId: z.int().nullable(),
  payee: z.string(),
  approved: z.number(),
  due: z.number(),
})
export type DueLine = z.infer<typeof dueLine>

/** The payments on a request's screen; `mayPay` says whether the caller may record them. */
export const paymentsOfRequest = {
  payments: z.array(Payment.row),
  due: z.array(dueLine),
  mayPay: z.boolean(),
}
export type PaymentsOfRequest = z.infer<z.ZodObject<typeof paymentsOfRequest>>

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
