import { z } from 'zod'
import { signedIn } from '#kernel/model/access.ts'
import { call } from '#kernel/model/call.ts'
import { choiceField, day, flag, id, moment, number, text } from '#kernel/model/field.ts'
import { frequencies } from './frequency.ts'

/** The greatest number of recipients of a report. */
const MAX_RECIPIENTS = 50
const path = '/api/ReportMailing'

const rhythm = {
  rhythm: choiceField('How often', frequencies),
  weekday: number('Weekday', 1, 5),
  monthDay: number('Day of the month', 1, 31),
}

const Person = z.object({
  userId: id('Colleague'),
  name: text('Name').unwrap(),
  stoppedReason: text('Stopped', 300),
  /** Whether the person unsubscribed. Then they receive it again only if they are chosen again. */
  left: z.boolean(),
})

/** A report that is mailed, as its owner sees it. */
const MailingLine = z.object({
  reportMailingId: id(),
  savedViewId: id('Saved report'),
  viewName: text('Saved report').unwrap(),
  report: text('Report').unwrap(),
  ...rhythm,
  recipients: z.array(Person),
  paused: flag('Paused'),
  stoppedReason: text('Stopped', 300),
  /** When it is mailed next; null while it is paused. */
  nextOn: day('Next'),
  lastRun: moment('Last'),
  lastMails: number('Mails'),
})
export type MailingLine = z.output<typeof MailingLine>

export const getMailings = call({
  method: 'GET',
  path: `${path}/GetMailings`,
  access: signedIn,
  answer: z.array(MailingLine),
  summary: 'The caller’s mailed reports: recipients, schedule, last and next mailing',
})

export const getMailingChoices = call({
  method: 'GET',
  path: `${path}/GetChoices`,
  access: signedIn,
  answer: z.object({
    colleagues: z.array(z.object({ userId: id('Colleague'), name: text('Name').unwrap() })),
    holidays: z.array(z.string()),
    /** The first day on which a mailing saved now can be mailed. */
    from: day('From').unwrap(),
    hour: number('Hour').unwrap(),
  }),
  summary: 'Colleagues to whom the caller may have reports mailed, and the holidays and hour of mailing',
})

export const saveMailing = call({
  method: 'POST',
  path: `${path}/Save`,
  access: signedIn,
  body: z.object({
    reportMailingId: id().nullable(),
    savedViewId: id('Saved report'),
    ...rhythm,
    userIds: z
      .array(id('Colleague'))
      .min(1, 'Choose at least one recipient.')
      .max(MAX_RECIPIENTS)
      .meta({ label: 'To' }),
  }),
  answer: id(),
  summary: 'Have a saved report mailed to colleagues on a schedule, or change that; returns its id',
})

export const pauseMailing = call({
  method: 'POST',
  path: `${path}/Pause/:reportMailingId`,
  access: signedIn,
  params: z.object({ reportMailingId: id() }),
  body: z.object({ paused: flag('Paused') }),
  answer: z.boolean(),
  summary: 'Pause or resume the mailing of a saved report; one that had stopped is tried again',
})

export const deleteMailing = call({
  method: 'DELETE',
  path: `${path}/Delete/:reportMailingId`,
  access: signedIn,
  params: z.object({ reportMailingId: id() }),
  answer: z.boolean(),
  summary: 'Stop mailing a saved report',
})

/** A report that a colleague has mailed to the caller. */
const MailedLine = z.object({
  reportMailingId: id(),
  viewName: text('Saved report').unwrap(),
  report: text('Report').unwrap(),
  ownerName: text('Sent by').unwrap(),
  ...rhythm,
  paused: flag('Paused'),
})
export type MailedLine = z.output<typeof MailedLine>

export const getMailedToMe = call({
  method: 'GET',
  path: `${path}/GetMailedToMe`,
  access: signedIn,
  answer: z.array(MailedLine),
  summary: 'Saved reports that are mailed to the caller, and who has them mailed',
})

export const leaveMailing = call({
  method: 'POST',
  path: `${path}/Leave/:reportMailingId`,
  access: signedIn,
  params: z.object({ reportMailingId: id() }),
  answer: z.boolean(),
  summary: 'Unsubscribe the caller from a mailed report; its sender is notified',
})
