import { z } from 'zod'
import {
  allowNegative,
  day,
  decimal,
  email,
  flag,
  longText,
  money,
  number,
  percent,
  phone,
  ref,
  text,
  zip,
} from '#kernel/model/field.ts'
import {
  messages,
  requiredAnswer,
  requiredChoice,
  requiredChoices,
  requiredDate,
  requiredDollars,
  requiredMoney,
  requiredText,
  type Verdict,
} from '#ui/form/validation.ts'

/** Adds one of the portal's checks to a field. */
export const addCheck = <T extends z.ZodType>(field: T, check: (value: z.output<T>) => Verdict): T =>
  field.superRefine((value, context) => {
    const verdict = check(value)
    if (verdict !== true) context.addIssue({ code: 'custom', message: verdict })
  })

const getMonth = (year: number | null, month: number | null): number | null =>
  year === null || month === null ? null : year * 12 + month

/** A field of every kind, with the check that belongs to it. */
export const fieldSchema = z
  .object({
    name: addCheck(text('Text, required', 100), requiredText),
    short: text('Text of at most 20 characters', 20),
    note: longText('Long text', 400),
    email: email(),
    phone: phone(),
    zip: zip(),
    date: addCheck(day('Date, required'), requiredDate),
    answer: addCheck(flag('Yes or no, required').nullable(), requiredAnswer),
    agreed: flag('Tick box'),
    choice: addCheck(ref('Choice, required', 'Sample'), requiredChoice),
    growing: z
      .union([z.int(), z.object({ id: z.int(), label: z.string() })])
      .nullable()
      .meta({ label: 'Choice that may grow', kind: 'choice' }),
    choices: addCheck(z.array(z.int()).meta({ label: 'One or more, required' }), requiredChoices),
    whole: addCheck(money('Money in whole dollars, required'), requiredMoney),
    exact: addCheck(money('Money with cents, above 0'), (value) =>
      requiredMoney(value, { requirePositive: true }),
    ),
    negative: addCheck(allowNegative(money('Money, 0 or below')), (value) =>
      requiredMoney(value, { requireNegative: true }),
    ),
    credit: allowNegative(money('Dollars, also below 0')),
    dollars: addCheck(money('Dollars, not 0'), requiredDollars),
    percent: percent('Percent'),
    number: number('Whole number, 1 to 500', 1, 500),
    score: decimal('Number'),
    startYear: number('First year', 1900, 2200),
    startMonth: number('First month', 1, 12),
    endYear: number('Last year', 1900, 2200),
    endMonth: number('Last month', 1, 12),
  })
  .superRefine((values, context) => {
    const [start, end] = [
      getMonth(values.startYear, values.startMonth),
      getMonth(values.endYear, values.endMonth),
    ]
    if (start !== null && end !== null && end < start)
      context.addIssue({ code: 'custom', path: ['endMonth'], message: messages.endBeforeStart })
  })

/** The values of the empty form. */
export const noValues: z.input<typeof fieldSchema> = {
  name: '',
  short: null,
  note: null,
  email: null,
  phone: null,
  zip: null,
  date: null,
  answer: null,
  agreed: false,
  choice: null,
  growing: null,
  choices: [],
  whole: null,
  exact: null,
  negative: null,
  credit: null,
  dollars: null,
  percent: null,
  number: null,
  score: null,
  startYear: null,
  startMonth: null,
  endYear: null,
  endMonth: null,
}

/** The values of the form filled in so that it is valid. */
export const someValues: z.input<typeof fieldSchema> = {
  name: 'Maple Grove Apartments',
  short: 'Building 4',
  note: 'Two lines,\nas they were typed.',
  email: 'name@company.example',
  phone: '(573) 555-0100',
  zip: '65201',
  date: '2026-03-15',
  answer: true,
  agreed: true,
  choice: 2,
  growing: { id: 0, label: 'One that was typed' },
  choices: [1, 3],
  whole: 25_200,
  exact: 1250.5,
  negative: -40,
  credit: -50,
  dollars: 310,
  percent: 8.25,
  number: 48,
  score: 88.5,
  startYear: 2026,
  startMonth: 1,
  endYear: 2026,
  endMonth: 1,
}

export const sampleChoices = [
  { value: 1, label: 'Roof' },
  { value: 2, label: 'Heating and cooling' },
  { value: 3, label: 'Appliances' },
  { value: 4, label: 'Windows and doors' },
]
