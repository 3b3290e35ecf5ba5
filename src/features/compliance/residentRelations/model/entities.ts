import { entity } from '#kernel/model/entity.ts'
import {
  choiceField,
  code,
  day,
  flag,
  id,
  longText,
  moment,
  number,
  phone,
  ref,
  requiredText,
  text,
} from '#kernel/model/field.ts'

/** The status of a matter (domain 19.3). */
export const MatterStatus = { OPEN: 1, ASSIGNED: 2, SENT: 3, ANSWERED: 4, CLOSED: 5 } as const
export const matterStatusLabels: Readonly<Record<number, string>> = {
  [MatterStatus.OPEN]: 'Open',
  [MatterStatus.ASSIGNED]: 'Assigned',
  [MatterStatus.SENT]: 'With the company',
  [MatterStatus.ANSWERED]: 'Answered by the company',
  [MatterStatus.CLOSED]: 'Closed',
}

/** The ways in which a matter can reach the agency. */
export const channels = ['Phone', 'Web', 'Mail', 'In person', 'Referral'] as const

/** A kind of matter, from the agency's list; fair-housing matters are never sent to the company. */
export const ResidentRelationsIssueType = entity('ResidentRelationsIssueType', {
  table: 'resident_relations_issue_type',
  key: 'residentRelationsIssueTypeId',
  label: 'Kind of matter',
  fields: {
    residentRelationsIssueTypeId: id('Kind'),
    name: requiredText('Name', 100),
    fairHousing: flag('Fair housing: no company sees it'),
    active: flag('Active'),
  },
})

/** A person of the agency with the right to read who the residents are. */
export const ResidentDataReader = entity('ResidentDataReader', {
  table: 'resident_data_reader',
  key: 'residentDataReaderId',
  label: 'Reader of residents’ data',
  fields: {
    residentDataReaderId: id('Reader'),
    userId: id('Person'),
    grantedBy: ref('Granted by', 'User'),
    grantedAt: moment('Granted'),
  },
  serverOnly: ['grantedBy', 'grantedAt'],
})

/** A complaint or inquiry of a resident (domain 19). */
export const ResidentRelations = entity('ResidentRelations', {
  table: 'resident_relations',
  key: 'residentRelationsId',
  label: 'Matter of a resident',
  fields: {
    residentRelationsId: id('Matter'),
    propertyId: id('Property'),
    residentRelationsIssueTypeId: id('Kind'),
    statusId: code('Status', 1, 5, matterStatusLabels),
    version: number('Version').unwrap(),
    receivedOn: day('Received').unwrap(),
    channel: choiceField('Came by', channels),
    lifeSafety: flag('Life safety: answered within hours'),
    confidential: flag('Stays with the agency'),
    anonymous: flag('The resident is not named'),
    residentName: text('Resident', 100),
    unit: text('Unit', 20),
    phone: phone(),
    // A masked value is not a valid address; the server checks changes.
    email: text('E-mail', 254),
    description: longText('What the resident says', 4000),
    nameShared: flag('The resident agrees to be named to the company'),
    dueAt: moment('Reply due').unwrap(),
    assignedToId: ref('Assigned to', 'User'),
    question: longText('What the company is asked', 4000),
    managementCompanyId: ref('Company asked', 'ManagementCompany'),
    sentAt: moment('Sent'),
    companyResponse: longText('Answer of the company', 4000, 'Name no resident.'),
    respondedAt: moment('Answered'),
    respondedById: ref('Answered by', 'User'),
    resolution: longText('How it was resolved', 4000, 'Name no resident.'),
    satisfaction: number('Satisfaction (1 to 5)', 1, 5),
    nonComplianceId: ref('Finding', 'NonCompliance'),
    closedAt: moment('Closed'),
    closedById: ref('Closed by', 'User'),
    createdById: ref('Logged by', 'User'),
    createdAt: moment('Logged'),
  },
  serverOnly: [
    'statusId',
    'confidential',
    'dueAt',
    'assignedToId',
    'question',
    'managementCompanyId',
    'sentAt',
    'companyResponse',
    'respondedAt',
    'respondedById',
    'resolution',
    'satisfaction',
    'nonComplianceId',
    'closedAt',
    'closedById',
    'createdById',
    'createdAt',
  ],
})

/** The fields that reveal who the resident is, readable only with the right. */
export const personalFields = ['residentName', 'phone', 'email'] as const
/** The encrypted fields of a matter. */
export const sealedFields = [...personalFields, 'unit', 'description'] as const

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
