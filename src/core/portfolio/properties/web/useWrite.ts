import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const affectedModules = ['projects']

/** Returns a function that makes a writing call and then loads all data of properties again. */
export const useWrite = () => useWriteOf(affectedModules)
