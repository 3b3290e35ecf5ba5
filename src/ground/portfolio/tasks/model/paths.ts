/** The screen of one task. */
export const taskPath = '/todolist/property/:propertyId/task/:taskInstanceId'

/** The screen of a to-do that somebody wrote; `:kind` says whether it is about a property or an item. */
export const writtenPath = '/todolist/property/:propertyId/written/:kind/:id'
