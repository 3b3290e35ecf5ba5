import { z } from 'zod'
import type { FormLines } from '#engines/review/web/index.ts'
import { parseDay } from '#kernel/model/dates.ts'
import type { Detail } from '../model/applications.ts'
import { RentGapItem } from '../model/entities.ts'
import type { Household } from '../model/rules.ts'

const { fields, content } = RentGapItem

const householdSchema = z.object({
  ...(Object.fromEntries(content.map((name) => [name, fields[name]])) as Pick<
    typeof fields,
    (typeof content)[number]
  >),
  rentGapItemId: fields.rentGapItemId.optional(),
  clientKey: z.string().nullable().optional(),
})
export type FormHousehold = z.infer<typeof householdSchema>

/** The households as form values. */
export const formLines = {
  shape: { items: z.array(householdSchema).meta({ label: 'Households', noun: 'Household' }) },
  valuesOf: ({ items }) => ({
    items: items.map((item) =>
      Object.fromEntries(
        Object.keys(householdSchema.shape).map((name) => [name, item[name as keyof typeof item]]),
      ),
    ),
  }),
  sent: ({ items }) => ({ items }),
} satisfies FormLines<Detail>

/** A new, empty household. */
export const blankHousehold = {
  ...Object.fromEntries(content.map((name) => [name, null])),
  rentGapItemId: 0,
  hasVoucher: false,
}

/** Returns a household with the entered values that can already be parsed. */
export const parseHousehold = (item: FormHousehold): Household => ({
  ...item,
  moveInDate: parseDay(item.moveInDate),
  moveOutDate: parseDay(item.moveOutDate),
  tenantRent: typeof item.tenantRent === 'number' ? item.tenantRent : null,
})
