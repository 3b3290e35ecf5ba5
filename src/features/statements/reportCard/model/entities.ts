import { z } from 'zod'
import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  day,
  flag,
  id,
  longText,
  moment,
  money,
  number,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'
import { personAnswer } from './checklist.ts'
import { kinds } from './findings.ts'

const textsByKey = (maximum: number) => z.record(z.string().max(40), z.string().max(maximum))

/** The agency's grading sheet of one annual statement (domain 8); its status is the statement's. */
export const AFSReportCard = entity('AFSReportCard', {
  table: 'afs_report_card',
  key: 'afsReportCardId',
  label: 'Report card',
  propertyScoped: false,
  fields: {
    afsReportCardId: id('Report card'),
    afsId: ref('Statement', 'AFS').unwrap(),
    propertyId: ref('Property', 'Property').unwrap(),
    year: number('Fiscal year').unwrap(),
    version: number('Version').unwrap(),
    templateVersion: number('Template').unwrap(),
    inspectionScore: number('Physical inspection score', 0, 100),
    /** The answers that people entered. The portal answers the other questions. */
    answers: z.array(personAnswer).max(100).meta({ label: 'Answers' }),
    /** Explanations of differences between budget and audit, by account. */
    explanations: textsByKey(1000).meta({ label: 'Explanations of variances' }),
    /** Texts that people wrote below the paragraphs of the letter. */
    letterTexts: textsByKey(4000).meta({ label: 'Letter, written by hand' }),
    notes: longText('Notes of the analyst'),
    createdAt: moment('Made'),
    archivedAt: moment('Archived'),
  },
  serverOnly: ['propertyId', 'year', 'templateVersion', 'createdAt', 'archivedAt'],
})

/** Income that the analyst adds to, or subtracts from, the income used for debt coverage. */
export const AFSReportCardCustomIncome = entity('AFSReportCardCustomIncome', {
  table: 'afs_report_card_custom_income',
  key: 'afsReportCardCustomIncomeId',
  label: 'Custom income',
  propertyScoped: false,
  fields: {
    afsReportCardCustomIncomeId: id('Custom income'),
    afsReportCardId: ref('Report card', 'AFSReportCard').unwrap(),
    afsId: ref('Statement', 'AFS').unwrap(),
    propertyId: ref('Property', 'Property').unwrap(),
    description: requiredText('Income', 200),
    amount: money('Amount', 'Enter deductions with a minus sign.').unwrap(),
    include: flag('Counts in debt coverage'),
  },
  serverOnly: ['afsId', 'propertyId'],
})

/** A finding of a card; stored only if a person edited it or a decision sent it (domain 8.6, 27). */
export const AFSReportCardFinding = entity('AFSReportCardFinding', {
  table: 'afs_report_card_finding',
  key: 'afsReportCardFindingId',
  label: 'Finding',
  propertyScoped: false,
  fields: {
    afsReportCardFindingId: id('Finding'),
    afsReportCardId: ref('Report card', 'AFSReportCard').unwrap(),
    afsId: ref('Statement', 'AFS').unwrap(),
    propertyId: ref('Property', 'Property').unwrap(),
    origin: text('Comes from', 12),
    kind: choiceField('Kind', kinds),
    title: text('Finding', 500),
    needs: text('What cures it', 500),
    /** The words in which the finding was sent to the company. */
    sentTitle: text('As sent', 1000),
    sentNeeds: text('Cure as sent', 500),
    droppedReason: text('Dropped because', 500),
    sentOn: day('As sent'),
    cureBy: day('Cure by'),
    curedOn: day('Cured'),
    cureNote: text('How it was cured', 500),
  },
  serverOnly: ['afsId', 'propertyId', 'sentTitle', 'sentNeeds', 'sentOn'],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
