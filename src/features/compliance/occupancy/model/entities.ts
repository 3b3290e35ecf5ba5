import { declareReviewedEntity, declareReviewedLine } from '#engines/review/model/index.ts'
import { specialNeedsDetails } from '#features/compliance/specialNeeds/model/index.ts'
import { day, id, longText, number } from '#kernel/model/field.ts'
import { occupancyFacts } from './facts.ts'
import { moveOuts } from './moveOuts.ts'

const countField = (label: string) => number(label, 0, 100_000)

/**
 * The occupancy of a property at the end of a month, with its move-ins and move-outs (domain 17.2). Sums are
 * those of its lines; vacant units are all empty ones, including the off-line ones.
 */
export const ProjectOccupancy = declareReviewedEntity('ProjectOccupancy', {
  table: 'project_occupancy',
  key: 'projectOccupancyId',
  label: occupancyFacts.label,
  fields: {
    projectOccupancyId: id('Month'),
    propertyId: id('Property'),
    /** The first day of the month. */
    periodDate: day('Month').unwrap(),
    /** The number of units of the property when the record was created. */
    units: number('Units').unwrap(),
    vacantUnits: countField('Vacant units'),
    offLineUnits: countField('Units off-line'),
    moveIns: countField('Move-ins'),
    moveOuts: countField('Move-outs'),
    waitingList: countField('Households on the waiting list'),
    whyBelow: longText('Why', 2000),
    stepsTaken: longText('Steps taken', 2000),
    inquiries: countField('Inquiries'),
    applications: countField('Applications'),
    comments: longText('Comments', 2000),
  },
  begunWith: ['periodDate'],
  content: ['whyBelow', 'stepsTaken', 'inquiries', 'applications', 'comments'],
})

/** A unit type of a month, or all units where unit types are not known. */
export const ProjectOccupancyRoom = declareReviewedLine('ProjectOccupancyRoom', {
  table: 'project_occupancy_room',
  key: 'projectOccupancyRoomId',
  label: 'Unit type of a month',
  parent: 'projectOccupancyId',
  fields: {
    projectOccupancyRoomId: id('Line'),
    projectOccupancyId: id('Month'),
    propertyId: id('Property'),
    projectRoomTypeId: id('Unit type').nullable(),
    units: number('Units').unwrap(),
    vacantCount: countField('Vacant, ready'),
    offLineCount: countField('Vacant, not ready'),
    noticeCount: countField('On notice'),
    moveIns: countField('Moved in'),
    moveOuts,
    waitingList: countField('Waiting list'),
    specialNeedsCount: number('Units for special needs').unwrap(),
    specialNeedsDetails,
  },
  content: [
    'vacantCount',
    'offLineCount',
    'noticeCount',
    'moveIns',
    'moveOuts',
    'waitingList',
    'specialNeedsDetails',
  ],
})

declare module '#kernel/server/tables.ts' {
  interface Tables extends EntityTables<typeof import('./entities.ts')> {}
}
