/** What both sides and the first screens know of occupancy. */
export const facts = {
  name: 'occupancy',
  label: 'Occupancy month',
  module: 'Occupancy',
  permission: 'Occupancy',
  /** The worksheet of a person; 0 is the caller. */
  worksheet: '/occupancy/list/:id',
  queue: '/occupancy/list/0',
  open: '/occupancy/view/:projectId/:projectOccupancyId',
} as const

/** The months of one property. */
export const listPath = ({ propertyId }: { propertyId?: number | null }): string =>
  `/occupancy/list/project/${propertyId}`

/** One month of a property. */
export const monthPath = (propertyId: number, projectOccupancyId: number): string =>
  `/occupancy/view/${propertyId}/${projectOccupancyId}`
