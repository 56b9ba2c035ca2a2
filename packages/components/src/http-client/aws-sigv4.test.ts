import { describe, expect, it } from 'vitest';
import { signAws } from './aws-sigv4.ts';

describe('aws signature 4', () => {
  // The "get-vanilla-query-order-key-case" case of AWS's published signature test suite.
  it('gives the published signature', () => {
    const signed = signAws(
      { method: 'GET', url: 'https://example.amazonaws.com/?Param2=value2&Param1=value1', headers: {} },
      {
        region: 'us-east-1',
        service: 'service',
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
        sessionToken: undefined,
      },
      Date.UTC(2015, 7, 30, 12, 36, 0),
    );
    expect(signed.headers!['Authorization']).toBe(
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=host;x-amz-date, Signature=b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    );
  });
});
