export function run(
  command: string,
  args: readonly string[],
  options: { cwd: string; env?: NodeJS.ProcessEnv; quiet?: boolean; abrupt?: boolean },
): Promise<{ code: number; output: string; stopped: number }>
