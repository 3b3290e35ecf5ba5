import { buildAskLink } from '#core/correspondence/messages/model/index.ts'
import { priorityFacts } from './facts.ts'

const REASON =
  'A property certifies its housing priority once it has a schedule of Exhibit Z, which the agency sets up.'

/**
 * Returns why no property is listed, and a link: for the agency to the properties, where it sets up a
 * schedule, and for a company to a message that asks for one.
 */
export const getEmptyListHelp = (isAgency: boolean): { text: string; label: string; to: string } =>
  isAgency
    ? {
        text: `${REASON} Open a property, and add the schedule among its inspections.`,
        label: 'Open the properties',
        to: '/Projects',
      }
    : {
        text: `${REASON} If one of yours has units set aside for special needs, ask for it.`,
        ...buildAskLink('Ask the agency', {
          propertyId: 0,
          about: priorityFacts.label,
          words: 'Please set up the housing priority certification of this property.',
        }),
      }
