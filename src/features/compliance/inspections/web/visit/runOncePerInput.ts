/**
 * Returns a function that runs `work` once per input: equal inputs in a row get the same result, also while
 * the work is running. Failed work is run again. Inputs are compared as JSON.
 */
export function runOncePerInput<Input, Result>(
  work: (input: Input) => Promise<Result>,
): (input: Input) => Promise<Result> {
  let lastRun: { inputText: string; result: Promise<Result> } | null = null
  return (input) => {
    const inputText = JSON.stringify(input)
    if (lastRun?.inputText === inputText) return lastRun.result
    const result = work(input)
    const run = { inputText, result }
    lastRun = run
    result.catch(() => {
      if (lastRun === run) lastRun = null
    })
    return result
  }
}
