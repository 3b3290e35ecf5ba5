import { useWrite as useWriteOf } from '#ui/frame/useWrite.ts'

const invalidated = ['watchlist', 'watchlisthistory']

/** Sends a change and then reloads the watch list. */
export const useWrite = (options?: Parameters<typeof useWriteOf>[1]) => useWriteOf(invalidated, options)
