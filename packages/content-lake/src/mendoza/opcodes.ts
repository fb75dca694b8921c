/** The operations of Mendoza's format that the encoder writes, by their numbers on the wire. */
export const opcodes = {
  /** Push a literal value. */
  value: 0,
  /** Push the current input. */
  copy: 1,
  /** Push nothing yet: the next append decides whether it becomes a string or an array. */
  blank: 2,
  pushField: 6,
  pushElement: 7,
  returnIntoObjectSameKeyPop: 15,
  returnIntoArrayPop: 16,
  objectSetFieldValue: 17,
  objectDeleteField: 19,
  arrayAppendValue: 20,
  arrayAppendSlice: 21,
  stringAppendString: 22,
  stringAppendSlice: 23,
} as const
