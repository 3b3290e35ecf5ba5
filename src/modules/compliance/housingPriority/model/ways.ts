import { wayToAsk } from '#ground/correspondence/messages/model/index.ts'
import { facts } from './facts.ts'

const WHY =
  'A property certifies its housing priority once it has a schedule of Exhibit Z, which the agency sets up.'

/**
 * Why no property is listed, and what is done about it: the agency sets up a schedule, a company asks for it.
 */
export const getWayToCertify = (isAgency: boolean): { text: string; label: string; to: string } =>
  isAgency
    ? {
        text: `${WHY} Open a property, and add the schedule among its inspections.`,
        label: 'Open the properties',
        to: '/Projects',
      }
    : {
        text: `${WHY} If one of yours has units set aside for special needs, ask for it.`,
        ...wayToAsk('Ask the agency', {
          propertyId: 0,
          about: facts.label,
          words: 'Please set up the housing priority certification of this property.',
        }),
      }
