/** The field on events that passed: how many events one of them stands for. */
export const sampleRateField = 'sample_rate';
